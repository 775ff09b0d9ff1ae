import './mails-page.css';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ListMailsQuery, StagedMail } from '../../../../client/src/petstore.ts';
import { STAGED_MAILS } from '../../../../src/vocabulary/retention.ts';
import { petstore } from '../../api.ts';
import { useReloads } from '../../data/calls.ts';
import { openList } from '../../data/list.ts';
import { SearchBox } from '../../design/controls/search-box.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Time } from '../../design/data/time.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { UserText } from '../../design/text/user-text.tsx';

const readMs = 5_000;

/** The mails that production would have sent, newest first, each as it would look. */
export function MailsPage() {
  const [to, setTo] = useState('');
  const list = useMemo(
    () => openList((query: ListMailsQuery) => petstore.test.mails(query), to.trim() === '' ? {} : { to: to.trim() }),
    [to],
  );
  useEffect(() => void list.more(), [list]);
  const mails = list.items.value;
  // Only what is new is missing: further pages would be lost.
  useReloads(readMs, { isLoading: list.isLoading.value || mails.length > pageSize, reload: () => void list.reload() });
  return (
    <div class="stack">
      <PageHeader
        title="Mails"
        about="Staging mails nobody. What production would have sent is here: to you, and about what belongs to you or your organization."
      />
      <SearchBox label="Only to this address" value={to} onSearch={setTo} />
      <Card isFlush>
        {mails.length === 0 && !list.hasMore.value && (
          <EmptyState icon="mail" title="No mails">
            A reservation with an adopter’s address makes the first one.
          </EmptyState>
        )}
        {mails.map((mail) => (
          <Mail key={mail.id} mail={mail} />
        ))}
        <ListEnd list={list} end={`The last ${STAGED_MAILS.most} mails are kept, for ${STAGED_MAILS.days} days.`} />
      </Card>
    </div>
  );
}

/** The default of `limit`. */
const pageSize = 20;

function Mail({ mail: { to, subject, kind, text, html, createdAt } }: { readonly mail: StagedMail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="mail" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <strong>
          <UserText>{subject}</UserText>
        </strong>
        <span class="small quiet">
          to <UserText>{to}</UserText> · <code>{kind}</code> · <Time at={createdAt} hasClock />
        </span>
      </summary>
      {isOpen && (
        <div class="columns mail-bodies" style="--column: 20rem">
          {html !== undefined && <MailFrame html={html} title={`The mail “${subject}”`} />}
          <pre class="mail-text" tabIndex={0} aria-label="Plain text">
            {text}
          </pre>
        </div>
      )}
    </details>
  );
}

/**
 * Shows the HTML of a mail as a mail program would, in a frame that runs no script. The page's Content-Security-Policy holds there too, and
 * refuses styles that come with a text: so they are set one by one.
 */
function MailFrame({ html, title }: { readonly html: string; readonly title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useLayoutEffect(() => {
    const { contentDocument: shown, contentWindow: view } = frame.current ?? {};
    if (!shown || !view) return undefined;
    const [styles, rules = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [''];
    // No text of a letter has a quotation mark as it is.
    const withoutStyles = html.replace(styles, '').replaceAll(' style="', ' data-style="');
    const mail = new DOMParser().parseFromString(withoutStyles, 'text/html');
    for (const link of mail.querySelectorAll('a')) link.target = '_blank';
    shown.replaceChild(shown.adoptNode(mail.documentElement), shown.documentElement);
    for (const element of shown.querySelectorAll<HTMLElement>('[data-style]'))
      element.style.cssText = element.dataset['style'] ?? '';
    const sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
    sheet.replaceSync(rules);
    shown.adoptedStyleSheets = [sheet];
    const fit = () => frame.current?.style.setProperty('block-size', `${shown.documentElement.scrollHeight}px`);
    const observer = new ResizeObserver(fit);
    observer.observe(shown.body);
    return () => observer.disconnect();
  }, [html]);
  return (
    <iframe
      ref={frame}
      class="mail-frame"
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    />
  );
}

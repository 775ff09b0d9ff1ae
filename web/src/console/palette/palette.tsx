import './palette.css';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useQuery } from '../../data/calls.ts';
import { Finder } from '../../design/controls/finder.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ownAccount } from '../../session.ts';
import { commands, type Entry, found } from './entries.ts';
import type { SheetProps } from './sheet.ts';

/** Waits for a pause in typing. */
const pauseMs = 150;

/** Finds animals, orders, people, accounts, pages and actions by what is typed. */
export function Palette({ onClose, onHelp }: SheetProps) {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [searched, setSearched] = useState('');
  const account = ownAccount.value;
  useEffect(() => {
    const timer = setTimeout(setSearched, pauseMs, text.trim());
    return () => clearTimeout(timer);
  }, [text]);
  const results = useQuery(
    async (signal) => (account === undefined || searched === '' ? [] : found(account, searched, signal)),
    [searched],
  );
  if (account === undefined) return null;
  // Results for another text do not count.
  const things = searched === '' || searched !== text.trim() ? [] : (results.data ?? []);
  const entries = [...things, ...commands(account, text, onHelp)];
  const choose = ({ href, run, key }: Entry) => {
    if (key !== 'help') onClose();
    run?.();
    if (href?.startsWith('/console') === true) navigate(href);
    else if (href !== undefined) location.assign(href);
  };
  return (
    <Dialog title="Search, and commands" onClose={onClose}>
      <Finder
        label="Search animals, adoptions, people, pages and actions"
        placeholder="A name, a number, a page …"
        text={text}
        onText={setText}
        items={entries}
        keyOf={({ key }) => key}
        onChoose={choose}
        isBusy={results.isLoading}
        nothing="Nothing is called that."
        render={({ icon, label, detail, group }) => (
          <>
            <Icon name={icon} size={18} />
            <span class="palette-label">
              <UserText>{label}</UserText>
              {detail !== undefined && (
                <span class="quiet small">
                  <UserText>{detail}</UserText>
                </span>
              )}
            </span>
            <span class="quiet tiny">{group}</span>
          </>
        )}
      >
        <ErrorNotice error={results.error} onRetry={results.reload} />
      </Finder>
    </Dialog>
  );
}

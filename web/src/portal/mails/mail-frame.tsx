import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Shows the HTML of a mail as a mail program would, in a frame that runs no script. The page's Content-Security-Policy holds there too, and
 * refuses styles that come with a text: so they are set one by one.
 */
export function MailFrame({ html, title }: { readonly html: string; readonly title: string }) {
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

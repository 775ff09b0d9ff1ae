import './page-header.css';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';

interface PageHeaderProps {
  /** Of the page and of the browser's window. */
  readonly title: string;
  readonly about?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Above the title, such as the way back. */
  readonly before?: ComponentChildren;
}

/** The one `h1` of a page. */
export function PageHeader({ title, about, actions, before }: PageHeaderProps): JSX.Element {
  usePageTitle(title);
  return (
    <header class="page-header">
      {before}
      <div class="page-header-row">
        <div class="page-header-words">
          <h1 class="user-text" dir="auto">
            {breakable(title)}
          </h1>
          {about !== undefined && <p class="page-header-about">{about}</p>}
        </div>
        {actions !== undefined && <div class="row">{actions}</div>}
      </div>
    </header>
  );
}

/** Addresses are long words: they break behind their signs rather than anywhere. */
const breakable = (title: string): ComponentChildren =>
  title.split(/(?<=@|[^:/]\/)/).flatMap((part, index) => (index === 0 ? part : [<wbr key={index} />, part]));

/** What the browser's tab and history say. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

import './page-header.css';
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

interface PageHeaderProps {
  /** Also the title of the window. */
  readonly title: string;
  readonly about?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Above the title. */
  readonly before?: ComponentChildren;
}

/** The one `h1` of a page. */
export function PageHeader({ title, about, actions, before }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <header class="page-header stack tight">
      {before}
      <div class="page-header-row row spread">
        <div class="page-header-words">
          <h1 class="user-text" dir="auto">
            {breakable(title)}
          </h1>
          {about !== undefined && <p class="page-header-about quiet">{about}</p>}
        </div>
        {actions !== undefined && <div class="row">{actions}</div>}
      </div>
    </header>
  );
}

/** Long addresses break after `@` and `/`. */
const breakable = (title: string): ComponentChildren =>
  title.split(/(?<=@|[^:/]\/)/).flatMap((part, index) => (index === 0 ? part : [<wbr key={index} />, part]));

/** What waits for the reader: shown before the title of the window. */
export const titleCount = signal(0);

/** @param title undefined if another part of the page knows it */
export function usePageTitle(title: string | undefined): void {
  const count = titleCount.value;
  // With the page, not a frame after it.
  useLayoutEffect(() => {
    if (title !== undefined) document.title = count === 0 ? title : `(${count}) ${title}`;
  }, [title, count]);
}

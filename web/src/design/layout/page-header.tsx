import './page-header.css';
import type { ComponentChildren } from 'preact';
import { BackLink } from './back-link.tsx';
import { usePageTitle } from './page-title.ts';

interface PageHeaderProps {
  /** Also the title of the window. */
  readonly title: string;
  readonly about?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** The page above this one, and its title. */
  readonly back?: readonly [href: string, title: string] | undefined;
}

/** The one `h1` of a page. */
export function PageHeader({ title, about, actions, back }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <header class="page-header stack tight">
      {back && <BackLink href={back[0]}>{back[1]}</BackLink>}
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

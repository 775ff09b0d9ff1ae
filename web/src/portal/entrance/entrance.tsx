import './entrance.css';
import type { ComponentChildren, JSX } from 'preact';
import { Link } from 'wouter-preact';
import { usePageTitle } from '../../design/layout/page-header.tsx';
import { TopBar } from '../../design/layout/top-bar.tsx';

interface EntranceProps {
  readonly title: string;
  readonly about?: ComponentChildren;
  readonly children: ComponentChildren;
  /** Links below the card. */
  readonly foot?: ComponentChildren;
}

/** The layout of the pages before signing in: one form in the middle. */
export function Entrance({ title, about, children, foot }: EntranceProps): JSX.Element {
  usePageTitle(title);
  return (
    <>
      <TopBar area="Portal" links={<Link href="/docs">Documentation</Link>} />
      <main id="main" class="portal-entrance" tabIndex={-1}>
        <div class="portal-entrance-card">
          <header>
            <h1>{title}</h1>
            {about !== undefined && <p class="quiet">{about}</p>}
          </header>
          {children}
        </div>
        {foot !== undefined && <p class="portal-entrance-foot">{foot}</p>}
      </main>
    </>
  );
}

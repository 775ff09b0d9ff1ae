import './entrance.css';
import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { usePageTitle } from '../../design/layout/page-title.ts';
import { StatementLink } from '../../design/layout/statement-link.tsx';
import { TopBar } from '../../design/layout/top-bar.tsx';

interface EntranceProps {
  /** Also the title of the window. */
  readonly title: string;
  /** The title with its parts marked up. */
  readonly heading?: ComponentChildren;
  readonly about?: ComponentChildren;
  readonly children: ComponentChildren;
  /** Links below the card. */
  readonly foot?: ComponentChildren;
}

/** The layout of the pages before signing in: one form in the middle. */
export function Entrance({ title, heading = title, about, children, foot }: EntranceProps) {
  usePageTitle(title);
  return (
    <>
      <TopBar area="Portal" links={<Link href="/docs">Documentation</Link>} />
      <main id="main" class="portal-entrance stack" tabIndex={-1}>
        <div class="stack portal-entrance-card">
          <header class="stack close">
            <h1>{heading}</h1>
            {about !== undefined && <p class="quiet">{about}</p>}
          </header>
          {children}
        </div>
        {foot !== undefined && <p class="portal-entrance-foot small quiet">{foot}</p>}
      </main>
      <StatementLink />
    </>
  );
}

import './card.css';
import type { ComponentChildren } from 'preact';

interface CardProps {
  readonly id?: string;
  readonly title?: ComponentChildren;
  /** Below the title. */
  readonly about?: ComponentChildren;
  /** Beside the title. */
  readonly actions?: ComponentChildren;
  /** Without padding, for a table. */
  readonly isFlush?: boolean;
  readonly children?: ComponentChildren;
}

export const Card = ({ id, title, about, actions, isFlush = false, children }: CardProps) => (
  <section {...(id !== undefined && { id })} class={isFlush ? 'card card-flush' : 'card'}>
    {(title !== undefined || actions !== undefined) && (
      <header class="card-head row spread">
        <div class="card-words">
          {title !== undefined && <h2 class="card-title">{title}</h2>}
          {about !== undefined && <p class="card-about quiet small">{about}</p>}
        </div>
        {actions !== undefined && <div class="card-actions">{actions}</div>}
      </header>
    )}
    {children}
  </section>
);

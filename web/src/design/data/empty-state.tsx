import './empty-state.css';
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icons.tsx';

interface EmptyStateProps {
  readonly title: string;
  /** Each empty state has an icon or a picture. */
  readonly icon?: IconName;
  readonly picture?: ComponentChildren;
  /** The reason, and what to do. */
  readonly children?: ComponentChildren;
  readonly action?: ComponentChildren;
  /** Whether it is all that the page shows: its title is the page's. */
  readonly isPage?: boolean;
}

export const EmptyState = ({ title, icon, picture, children, action, isPage = false }: EmptyStateProps) => (
  <div class="empty-state stack tight">
    {picture}
    {icon !== undefined && (
      <span class="empty-state-icon tone-accent">
        <Icon name={icon} size={24} />
      </span>
    )}
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    {children !== undefined && <div class="empty-state-text quiet">{children}</div>}
    {action !== undefined && <div class="row">{action}</div>}
  </div>
);

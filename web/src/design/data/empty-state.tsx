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
}

export const EmptyState = ({ title, icon, picture, children, action }: EmptyStateProps) => (
  <div class="empty-state stack tight">
    {picture}
    {icon !== undefined && (
      <span class="empty-state-icon tone-accent">
        <Icon name={icon} size={24} />
      </span>
    )}
    <h2>{title}</h2>
    {children !== undefined && <div class="empty-state-text quiet">{children}</div>}
    {action !== undefined && <div class="row">{action}</div>}
  </div>
);

import './empty-state.css';
import type { ComponentChildren, JSX } from 'preact';
import { Icon, type IconName } from './icons.tsx';

interface EmptyStateProps {
  readonly title: string;
  /** An icon, or a picture in its place. */
  readonly icon?: IconName;
  readonly picture?: ComponentChildren;
  /** Why there is nothing, and what can be done about it. */
  readonly children?: ComponentChildren;
  readonly action?: ComponentChildren;
}

export const EmptyState = ({ title, icon, picture, children, action }: EmptyStateProps): JSX.Element => (
  <div class="empty-state">
    {picture}
    {icon !== undefined && (
      <span class="empty-state-icon">
        <Icon name={icon} size={24} />
      </span>
    )}
    <h2>{title}</h2>
    {children !== undefined && <div class="empty-state-text">{children}</div>}
    {action !== undefined && <div class="row">{action}</div>}
  </div>
);

import './button.css';
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { Icon, type IconName } from '../data/icons.tsx';

interface Look {
  /** At most one `primary` on a screen. */
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 's' | 'm' | 'l';
  readonly icon?: IconName | undefined;
  /** The accessible name of a button with an icon alone. */
  readonly label?: string;
  readonly children?: ComponentChildren;
}

/** Props that may be undefined. */
type Given<Part extends keyof Look> = { readonly [Name in Part]: Look[Name] | undefined };

interface ButtonProps extends Look, Omit<ButtonHTMLAttributes, keyof Look | 'type'> {
  readonly type?: 'button' | 'submit';
  /** Shows a spinner, and ignores clicks. */
  readonly busy?: boolean;
}

export function Button({ kind, size, icon, label, busy = false, children, class: extra, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={classOf({ kind, size, label }, extra)}
      aria-label={label}
      title={label}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else rest.onClick?.(event);
      }}
    >
      <Face icon={icon} size={size}>
        {children}
      </Face>
    </button>
  );
}

interface LinkButtonProps extends Look {
  readonly href: string;
  /** A page outside of this application, or of the board where the page is in English: it is loaded as a whole. */
  readonly isForeign?: boolean;
}

/** A link that looks like a button. */
export function LinkButton({ kind, size, icon, label, href, isForeign = false, children }: LinkButtonProps) {
  const parts = { class: classOf({ kind, size, label }), 'aria-label': label, title: label };
  const face = (
    <Face icon={icon} size={size}>
      {children}
    </Face>
  );
  if (isForeign)
    return (
      <a href={href} {...parts}>
        {face}
      </a>
    );
  return (
    <Link href={href} {...parts}>
      {face}
    </Link>
  );
}

function Face({ icon, size, children }: Given<'icon' | 'size' | 'children'>) {
  return (
    <>
      <span class="button-spinner" aria-hidden="true" />
      {icon !== undefined && <Icon name={icon} size={size === 's' ? 16 : 18} />}
      {children !== undefined && <span class="button-text">{children}</span>}
    </>
  );
}

function classOf(
  { kind = 'secondary', size = 'm', label }: Given<'kind' | 'size' | 'label'>,
  extra?: ButtonHTMLAttributes['class'],
): string {
  const classes = ['button', `button-${kind}`, `button-${size}`];
  if (label !== undefined) classes.push('button-icon');
  if (typeof extra === 'string') classes.push(extra);
  return classes.join(' ');
}

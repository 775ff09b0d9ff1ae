import type { JSX } from 'preact';
import { failureOf } from '../../data/failure.ts';
import { Menu } from '../../design/controls/menu.tsx';
import { UserText } from '../../design/data/user-text.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { session, signOut } from '../../session.ts';

/** Who is signed in, and the way out. */
export function AccountMenu(): JSX.Element | null {
  const signedIn = session.value;
  if (signedIn === null || signedIn === 'unknown') return null;
  const { email, name, role } = signedIn.account;
  const leave = () =>
    signOut().catch((failure: unknown) => {
      tell(`You are still signed in: ${failureOf(failure).message}`, 'danger');
    });
  return (
    <Menu
      label="Your account"
      icon="people"
      items={[
        { label: 'Account', icon: 'settings', href: '/portal/account' },
        ...(role === 'operator' ? [{ label: 'Console', icon: 'animals', href: '/console' } as const] : []),
        { label: 'Documentation', icon: 'book', href: '/docs' },
        { label: 'The animals', icon: 'heart', href: '/' },
        { label: 'Sign out', icon: 'out', onSelect: () => void leave() },
      ]}
    >
      {name !== undefined && (
        <strong>
          <UserText>{name}</UserText>
        </strong>
      )}
      <UserText>{email}</UserText>
    </Menu>
  );
}

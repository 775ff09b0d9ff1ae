import { hasConsole } from '../../src/vocabulary/organizations.ts';
import { failureOf } from './data/failure.ts';
import { Menu } from './design/controls/menu.tsx';
import { tell } from './design/feedback/toast.tsx';
import { UserText } from './design/text/user-text.tsx';
import { ownAccount, signOut } from './session.ts';
import { originOf, pageSettings } from './settings.ts';

/** Shows who is signed in, with a way to sign out. */
export function AccountMenu() {
  const account = ownAccount.value;
  if (account === undefined) return null;
  const { email, name } = account;
  const staging = pageSettings().environment === 'production' ? originOf('staging') : undefined;
  const leave = () =>
    signOut().catch((failure: unknown) => {
      tell(`You are still signed in: ${failureOf(failure).message}`, 'danger');
    });
  return (
    <Menu
      label="Your account"
      icon="person"
      items={[
        { label: 'Account', icon: 'settings', href: '/portal/account' },
        ...(hasConsole(account) ? [{ label: 'Console', icon: 'animals', href: '/console' } as const] : []),
        { label: 'Documentation', icon: 'book', href: '/docs' },
        { label: 'Board', icon: 'heart', href: '/' },
        ...(staging === undefined
          ? []
          : [{ label: 'Staging', icon: 'play', onSelect: () => location.assign(`${staging}/portal`) } as const]),
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

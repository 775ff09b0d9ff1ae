import type { Account } from '../../../../client/src/petstore.ts';
import { searchable } from '../../../../src/vocabulary/text/searchable.ts';
import { petstore } from '../../api.ts';
import { failureOf } from '../../data/failure.ts';
import type { IconName } from '../../design/data/icons.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { statusTitles } from '../../pets/status.tsx';
import { signOut } from '../../session.ts';
import { theme } from '../../theme.ts';
import { matches } from '../accounts/accounts-list.ts';
import { wantsToAdd } from '../animals/animal-list.ts';
import { badges } from '../badges.ts';
import { navOf } from '../pages.ts';
import { ADOPTION_STATES, adoptionOf, filled } from '../words.ts';

/** One line of the palette. */
export interface Entry {
  readonly key: string;
  readonly group: 'Animals' | 'Adoptions' | 'People' | 'Accounts' | 'Pages' | 'Actions';
  readonly icon: IconName;
  readonly label: string;
  /** Beside the label. */
  readonly detail?: string;
  /** Each entry has either `href` or `run`. */
  readonly href?: string;
  readonly run?: () => void;
}

/** The pages and actions whose names contain the text. */
export function commands(account: Account, text: string, onHelp: () => void): Entry[] {
  const isDark =
    theme.value === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const other = isDark ? 'light' : 'dark';
  const pages = navOf(account, badges.value).map(({ label, icon, href }): Entry => ({
    key: `page ${href}`,
    group: 'Pages',
    icon,
    label,
    href,
  }));
  const action = (key: string, icon: IconName, label: string, does: Pick<Entry, 'href' | 'run'>): Entry => ({
    key,
    group: 'Actions',
    icon,
    label,
    ...does,
  });
  const leave = () =>
    void signOut().catch((failure: unknown) => {
      tell(`You are still signed in: ${failureOf(failure).message}`, 'danger');
    });
  const actions = [
    action('add', 'plus', 'Add an animal', { href: '/console/animals', run: () => (wantsToAdd.value = true) }),
    action('import', 'upload', 'Import animals from a file', { href: '/console/animals/import' }),
    action('theme', isDark ? 'sun' : 'moon', `Use the ${other} theme`, { run: () => (theme.value = other) }),
    action('system', 'settings', 'Use the theme of the system', { run: () => (theme.value = 'system') }),
    action('help', 'info', 'Keyboard shortcuts', { run: onHelp }),
    action('docs', 'book', 'Open the documentation', { href: '/docs' }),
    action('portal', 'webhook', 'Open the portal for developers', { href: '/portal' }),
    action('board', 'heart', 'Open the board', { href: '/' }),
    action('out', 'out', 'Sign out', { run: leave }),
  ];
  const wanted = searchable(text.trim());
  return [...pages, ...actions].filter(({ label }) => searchable(label).includes(wanted));
}

/** How many of each kind are shown. */
const most = 5;
const accountsLookedAt = 100;

interface Person {
  readonly name: string;
  readonly email: string;
}

/** The animals, orders, people and accounts that the text means: by name, by number, or by mail. */
export async function found(account: Account, text: string, signal: AbortSignal): Promise<Entry[]> {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  const isOperator = account.role === 'operator';
  const own = isOperator || account.organization === undefined ? {} : { organizationId: account.organization.id };
  const animals = async (): Promise<Entry[]> => {
    const query = number === undefined ? { q: text } : { ids: [number] };
    const { items } = await petstore.pets.list({ ...query, ...own, limit: most }, { signal }).page();
    return items.map(({ id, name, status }) => ({
      key: `animal ${id}`,
      group: 'Animals',
      icon: 'animals',
      label: name,
      detail: `No. ${id} · ${statusTitles()[status]}`,
      href: `/console/animals/${id}`,
    }));
  };
  const page = { q: text, limit: most };
  const adoptions = async (): Promise<Entry[]> => {
    const [{ items: orders }, { items: messages }, { items: applications }] = await Promise.all([
      petstore.orders.list({ ...page, ...own }, { signal }).page(),
      isOperator || own.organizationId === undefined
        ? petstore.admin.inbox(page, { signal }).page()
        : petstore.organizations.messages(own.organizationId, page, { signal }).page(),
      '/console/applications' in badges.value
        ? petstore.applications.list({ ...page, ...own }, { signal }).page()
        : { items: [] },
    ]);
    const found = orders.map(({ id, status, adopter }): Entry => ({
      key: `order ${id}`,
      group: 'Adoptions',
      icon: 'orders',
      label: filled('{}', adoptionOf(id)),
      detail: [adopter?.name, ADOPTION_STATES[status].title].filter(Boolean).join(' · '),
      href: `/console/orders/${id}`,
    }));
    return [
      ...found,
      ...people([
        ...orders.map(({ id, adopter }) => ({ id, person: adopter })),
        ...applications.map(({ id, adopter }) => ({ id: `application-${id}`, person: adopter })),
        ...messages.map(({ id, from }) => ({ id, person: from })),
      ]),
    ];
  };
  /** The people behind orders, applications and messages whom the text means. */
  const people = (behind: readonly { readonly id: number | string; readonly person: Person | undefined }[]) => {
    const wanted = searchable(text);
    const entries = behind.flatMap(({ id, person }): [string, Entry][] => {
      if (person === undefined) return [];
      const { name, email } = person;
      if (![name, email].some((one) => searchable(one).includes(wanted))) return [];
      const key = `person ${email.toLowerCase()}`;
      return [
        [key, { key, group: 'People', icon: 'people', label: name, detail: email, href: `/console/adopters/${id}` }],
      ];
    });
    return [...new Map(entries).values()];
  };
  /** The API does not search accounts: of more than a page, the newest are looked through here, and the list finds the others. */
  const accounts = async (): Promise<Entry[]> => {
    if (!isOperator) return [];
    const { items, next } = await petstore.admin.accounts({ limit: accountsLookedAt }, { signal }).page();
    const matching = items.filter((one) => matches(one, text.toLowerCase())).slice(0, most);
    const entries = matching.map(({ id, email, name }): Entry => ({
      key: `account ${id}`,
      group: 'Accounts',
      icon: 'key',
      label: email,
      detail: name === undefined ? `No. ${id}` : `${name} · No. ${id}`,
      href: `/console/accounts/${id}`,
    }));
    if (next === undefined) return entries;
    const href = `/console/accounts?${new URLSearchParams({ q: text }).toString()}`;
    return [...entries, { key: 'accounts', group: 'Accounts', icon: 'search', label: 'Look in all accounts', href }];
  };
  return (await Promise.all([animals(), adoptions(), accounts()])).flat();
}

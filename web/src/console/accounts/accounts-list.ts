import type { Account, PageQuery, Pages } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { type List, openList } from '../../data/list.ts';

const pageSize = 50;

/** The accounts that match the text by email, name or number, newest first; with `isWaiting`, those that await an approval. The API cannot search accounts, so this filters its pages. */
export const openAccounts = (text: string, isWaiting: boolean): List<Account> =>
  openList((page: PageQuery) => matching(text.trim().toLowerCase(), page, isWaiting ? { awaiting: 'approval' } : {}), {
    limit: text.trim() === '' ? pageSize : 100,
  });

function matching(
  text: string,
  query: PageQuery,
  filter: { readonly awaiting?: 'approval' },
): Pages<Account, PageQuery> {
  const pages = petstore.admin.accounts({ ...query, ...filter });
  if (text === '') return pages;
  return {
    [Symbol.asyncIterator]: () => pages[Symbol.asyncIterator](),
    async page() {
      const items: Account[] = [];
      let asked: PageQuery | undefined = query;
      while (asked !== undefined && items.length < pageSize) {
        const page: { items: readonly Account[]; next: PageQuery | undefined } = await petstore.admin
          .accounts({ ...asked, ...filter })
          .page();
        items.push(...page.items.filter((account) => matches(account, text)));
        asked = page.next;
      }
      return { items, next: asked };
    },
  };
}

/** @param text in lower case */
export const matches = ({ id, email, name = '' }: Account, text: string): boolean =>
  String(id) === text || email.includes(text) || name.toLowerCase().includes(text);

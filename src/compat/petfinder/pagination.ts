import { type Given, MANY } from './given.ts';

/** What a value may have unescaped in a query, as Petfinder left it. */
const plain = (text: string): string => encodeURIComponent(text).replaceAll(/%(?:3A|2C|2F|40)/g, decodeURIComponent);

/** The given parameters in alphabetical order, and `page` behind them. */
function hrefOf(path: string, given: Given, page: number): string {
  const others = [...given.keys()]
    .filter((name) => name !== 'page')
    .toSorted()
    .map((name) => {
      const values = given.get(name) ?? [];
      return `${plain(name)}=${plain(values.slice(MANY.has(name) ? 0 : -1).join(','))}`;
    });
  return `${path}?${[...others, `page=${page}`].join('&')}`;
}

export interface Page {
  readonly page: number;
  readonly limit: number;
}

export function paginationOf(path: string, given: Given, { page, limit }: Page, total: number) {
  const pages = Math.ceil(total / limit);
  return {
    count_per_page: limit,
    total_count: total,
    current_page: page,
    total_pages: pages,
    _links: {
      ...(page > 1 ? { previous: { href: hrefOf(path, given, page - 1) } } : {}),
      ...(page < pages ? { next: { href: hrefOf(path, given, page + 1) } } : {}),
    },
  };
}

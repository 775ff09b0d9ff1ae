import type { App } from '../../http/app.ts';
import { type Lists, LONG_TEXTS } from '../../http/paging.ts';
import { ownerOf, principalOf } from '../../http/principal.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { STAGED_MAILS } from '../../vocabulary/retention.ts';
import { ListMailsQuery, StagedMails } from './schema.ts';
import type { StagedMailStore } from './store.ts';

interface StagedMailRouteParts {
  readonly staged: StagedMailStore;
  readonly lists: Lists;
}

/** What staging would have mailed. Production has no such route. */
export function stagedMailRoutes(v1: App, { staged, lists }: StagedMailRouteParts): void {
  v1.get('/test/mails', {
    schema: {
      operationId: 'listMails',
      summary: 'See the mails that staging did not send',
      description: `Returns the mails that production would have sent, as they would look, newest first: to the account, and about what belongs to it or to its organization; for operators, all. The last ${STAGED_MAILS.most} of the environment are kept, for ${STAGED_MAILS.days} days of real time. Follow the \`Link\` header for the next page. Production has no such path.`,
      querystring: ListMailsQuery,
      response: { 200: StagedMails },
    },
    config: { access: 'account', whose: 'account', secretKeysOnly: true, stagingOnly: true, polled: true },
    handler: (request, reply) => {
      const principal = principalOf(request);
      const { accountId, organizationId } = ownerOf(principal);
      const reader = principal.operator ? undefined : { accountId, organizationId };
      const read = ({ to }: { readonly to?: string }, count: number, before: Int64 | undefined) =>
        staged.list(reader, to, count, before);
      return lists.page(request, reply, { account: accountId }, read, LONG_TEXTS);
    },
  });
}

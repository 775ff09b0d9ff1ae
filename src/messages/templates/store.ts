import type { Database, Queries } from '../../database/database.ts';
import { newest } from '../../database/newest.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import type { AnswerTemplate, NewAnswerTemplate } from './schema.ts';

/** The texts that the members of an organization begin their answers with. */
export type TemplateStore = ReturnType<typeof templateStore>;

const columns = ['id', 'name', 'text'] as const;

const ofOrganization = (db: Queries, organizationId: number) =>
  db.selectFrom('answer_templates').select(columns).where('organization_id', '=', organizationId);

export function templateStore({ read }: Database) {
  return {
    /** Up to `count` templates with an id below `before`, newest first. */
    list: (organizationId: number, count: number, before: Int64 | undefined): Promise<AnswerTemplate[]> =>
      newest(ofOrganization(read, organizationId), count, before),

    find: (tx: Queries, organizationId: number, id: Int64): Promise<AnswerTemplate | undefined> =>
      ofOrganization(tx, organizationId)
        .where('id', '=', id as number)
        .executeTakeFirst(),

    async add(tx: Queries, organizationId: number, { name, text }: NewAnswerTemplate): Promise<AnswerTemplate> {
      return tx
        .insertInto('answer_templates')
        .values({ organization_id: organizationId, name, text })
        .returning(columns)
        .executeTakeFirstOrThrow();
    },

    async save(tx: Queries, { id, name, text }: AnswerTemplate): Promise<void> {
      await tx.updateTable('answer_templates').set({ name, text }).where('id', '=', id).execute();
    },

    async remove(tx: Queries, { id }: AnswerTemplate): Promise<void> {
      await tx.deleteFrom('answer_templates').where('id', '=', id).execute();
    },
  };
}

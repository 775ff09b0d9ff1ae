import type { Migration } from '../migration.ts';

/** Messages become threads: docs/decisions/0055-threads.md. What was received before is open, and assigned to nobody. */
export const threads: Migration = async (db, { assignedId }) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('kysely');
  for (const column of ['from_name', 'from_email'])
    await db.schema.alterTable('messages').addColumn(column, 'text').execute();
  await db.schema
    .alterTable('messages')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('open'))
    .execute();
  await db.schema.alterTable('messages').addColumn('assignee_id', 'bigint').execute();
  await db.schema.createIndex('messages_by_state').on('messages').columns(['state', 'sequence']).execute();
  for (const [name, columns] of [
    ['messages_of_organization_by_state', ['organization_id', 'state', 'sequence']],
    ['messages_by_assignee', ['assignee_id', 'sequence']],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('messages')
      .columns([...columns])
      .where(sql.ref(columns[0]), 'is not', null)
      .execute();

  await db.schema
    .createTable('message_answers')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('message_sequence', 'bigint', (column) => column.notNull().references('messages.sequence'))
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('mail', 'text')
    .execute();
  await db.schema
    .createIndex('message_answers_by_message')
    .on('message_answers')
    .columns(['message_sequence', 'id'])
    .execute();

  await db.schema
    .createTable('answer_templates')
    .addColumn('id', assignedId.type, assignedId.define)
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organizations.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('answer_templates_by_organization')
    .on('answer_templates')
    .columns(['organization_id', 'id'])
    .execute();
};

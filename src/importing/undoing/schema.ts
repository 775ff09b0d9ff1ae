import { type Static, Type } from 'typebox';
import { Actor } from '../../events/schema.ts';
import { AssignedId, PathId, Timestamp, Text } from '../../http/shapes.ts';

const example = {
  id: 3,
  file: 'animals.csv',
  animals: 212,
  by: { type: 'account', accountId: 7 },
  createdAt: '2026-11-21T09:30:00.000Z',
};

export const Import = Type.Object(
  {
    id: AssignedId('Identifier of the import.'),
    file: Type.Optional(Text('The name of the file.')),
    animals: Type.Integer({ description: 'How many animals it has added.' }),
    organizationId: Type.Optional(AssignedId('The organization that has the animals.')),
    by: Actor,
    createdAt: Timestamp('When it added the first animal.'),
    undoneAt: Type.Optional(Timestamp('When it was undone.')),
  },
  {
    title: 'Import',
    description: 'A file that the service has imported, in the console or with `petstore import pets --direct`.',
    examples: [example],
  },
);
export type Import = Static<typeof Import>;

export const Imports = Type.Array(Import, { title: 'Imports', examples: [[example]] });

export const ImportParams = Type.Object({
  importId: PathId('import_not_found', 'Identifier of the import.'),
});

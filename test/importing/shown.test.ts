import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Page } from '../pages/page.ts';
import { BACKENDS, sharedService, type TestService } from '../support/service.ts';
import { operatorOf } from '../support/windows.ts';

/** Whatever a file says, visitors see only animals whose row says that they are there, with the status that it says. */

/** What a row says of its animal: the status that visitors may see, or undefined if they may not see it at all. */
interface Said {
  readonly cells: Readonly<Record<string, string>>;
  readonly mayBe: 'available' | 'pending' | 'sold' | undefined;
}

const said = (mayBe: Said['mayBe'], column: string, ...words: readonly string[]): Said[] =>
  words.map((word) => ({ cells: { [column]: word }, mayBe }));

const unknownWords = fc.stringMatching(/^Q[a-z]{3,9}( [a-z]{3,9})?$/).map((word) => word);

/** For each kind of file: its other columns, and what its rows may say. */
const KINDS = {
  'a table of animals': {
    row: (id: string) => ({ 'Animal ID': id, Name: `Rex ${id}`, Species: 'Dog' }),
    says: [
      ...said('available', 'Status', 'Available', 'Adoptable', 'ready for adoption'),
      ...said('pending', 'Status', 'On hold', 'Adoption pending', 'Reserved'),
      ...said('sold', 'Status', 'Adopted'),
      ...said(undefined, 'Status', 'Died', 'Euthanized', 'Transferred', 'Stray hold', 'Quarantine', 'Not available'),
      ...said(undefined, 'Outcome Type', 'Euthanasia', 'Transfer', 'Return to Owner', 'Died', 'Escaped'),
      ...said('sold', 'Outcome Type', 'Adoption'),
      ...said(undefined, 'Outcome Date', '2024-05-13'),
      ...said('sold', 'Adopted', 'Yes', 'TRUE'),
      ...said('sold', 'Adoption Date', '2024-05-13'),
      ...said('pending', 'Reserved', 'Yes'),
      ...said('available', 'Hold', 'No', ''),
      ...said(undefined, 'Hold', 'Yes', 'Medical', '2024-05-13'),
      ...said(undefined, 'Euthanized', 'Yes'),
    ],
    unknown: ['Status', 'Outcome Type', 'Adopted', 'Reserved'],
  },
  PetPoint: {
    row: (id: string) => ({ 'Animal #': id, ARN: '', 'Animal Name': `Rex ${id}`, Species: 'Dog' }),
    says: [
      ...said('available', 'Stage', 'Available'),
      ...said(undefined, 'Stage', 'Stray Hold', 'Medical Hold', 'Bite Quarantine', 'Released'),
      ...said(undefined, 'Outcome Type', 'Euthanasia', 'Transfer Out', 'Return to Owner/Guardian'),
      ...said('sold', 'Outcome Type', 'Adoption'),
      ...said(undefined, 'Outcome Date', '1/13/2024'),
      ...said(undefined, 'Hold Reason', 'Medical', 'Seven days'),
    ],
    unknown: ['Stage', 'Outcome Type'],
  },
  Shelterluv: {
    row: (id: string) => ({ 'Animal ID': id, Name: `Rex ${id}`, Species: 'Dog', 'Age (Y/M/D)': '2Y/ 4M/ 26D' }),
    says: [
      ...said('available', 'Status', 'Available For Adoption'),
      ...said('sold', 'Status', 'Healthy In Home'),
      ...said(undefined, 'Status', 'Deceased', 'Transferred Out', 'Unavailable'),
      ...said(undefined, 'Status', 'Available for Adoption - Awaiting Spay/Neuter'),
      ...said(undefined, 'In Custody', 'No'),
    ],
    unknown: ['Status'],
  },
  'RescueGroups.org': {
    row: (id: string) => ({ 'Animal ID': id, Name: `Rex ${id}`, Species: 'Dog', 'Internal ID': id }),
    says: [
      ...said('available', 'Status', 'Available'),
      ...said('pending', 'Status', 'Adoption Pending', 'Hold'),
      ...said('pending', 'Adoption Pending', 'Yes'),
      ...said('sold', 'Status', 'Adopted'),
      ...said(undefined, 'Status', 'Passed Away', 'Transferred', 'Not Available', 'Deleted', 'Returned to Owner'),
    ],
    unknown: ['Status'],
  },
  Petfinder: {
    row: (id: string) => ({ ID: id, Internal: id, AnimalName: `Rex ${id}`, PrimaryBreed: 'Boxer', Type: 'Dog' }),
    says: [
      ...said('available', 'Status', 'A'),
      ...said('pending', 'Status', 'H', 'P'),
      ...said('sold', 'Status', 'X'),
      ...said(undefined, 'Status', 'F', 'Z', 'Deceased'),
    ],
    unknown: ['Status'],
  },
  'Adopt-a-Pet': {
    row: (id: string) => ({ Id: id, Animal: 'Dog', Breed: 'Boxer', Purebred: '', Name: `Rex ${id}` }),
    says: [
      ...said('available', 'Status', 'Available'),
      ...said('sold', 'Status', 'Adopted'),
      ...said(undefined, 'Status', 'Delete', 'Euthanized'),
    ],
    unknown: ['Status'],
  },
  Petstablished: {
    row: (id: string) => ({ 'Petstablished ID': id, 'Pet Name': `Rex ${id}`, 'Pet Type': 'Dog' }),
    says: [
      ...said('available', 'Current Status', 'Available'),
      ...said('sold', 'Current Status', 'Adopted'),
      ...said(undefined, 'Current Status', 'Deceased', 'Transferred', 'Not Available', 'Quarantine'),
    ],
    unknown: ['Current Status'],
  },
} as const;

const csvOf = (rows: readonly Readonly<Record<string, string>>[]): string => {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
    .join('\n');
};

describe.each(BACKENDS)('visitors, on %s', (_, start) => {
  const service = sharedService(start);
  let operator: Page | undefined;
  let key: string | undefined;
  let imports = 0;

  async function seenByVisitors(of: TestService): Promise<Map<string, string>> {
    key ??= (
      await of.call('POST', '/v1/account/keys', {
        body: { kind: 'publishable', origins: ['https://shelter.example'], scopes: ['pets:read'] },
      })
    ).body.key as string;
    const headers = { origin: 'https://shelter.example' };
    const { body } = await of.call('GET', `/v1/pets?limit=100&q=Rex`, { key, headers });
    return new Map(body.map(({ name, status }: { name: string; status: string }) => [name, status]));
  }

  test.each(Object.entries(KINDS))(
    'of %s see no animal whose row does not say that it is there',
    async (source, kind) => {
      const one = fc.oneof(
        fc.constantFrom(...kind.says),
        fc
          .tuple(fc.constantFrom(...kind.unknown), unknownWords)
          .map(([column, word]): Said => ({ cells: { [column]: word }, mayBe: undefined })),
      );
      operator ??= await operatorOf(service);
      await fc.assert(
        fc.asyncProperty(fc.array(one, { minLength: 12, maxLength: 12 }), async (says) => {
          const id = (i: number) => `${(imports += 1)}x${i}`;
          // With every column that a row may have, so that the kind is recognized.
          const all = Object.fromEntries(
            kind.says.flatMap(({ cells }) => Object.keys(cells).map((name) => [name, ''])),
          );
          const rows = says.map(({ cells }, i) => ({ ...kind.row(id(i)), ...all, ...cells }));
          const { text } = await operator!.call('POST', '/session/import?format=csv&mode=import&categories=existing', {
            body: csvOf(rows),
            headers: { 'content-type': 'application/octet-stream' },
          });
          const lines = text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line));
          expect(lines[0]).toMatchObject({ type: 'columns', source });
          expect(lines.at(-1)).toMatchObject({ type: 'summary', rows: rows.length });
          const seen = await seenByVisitors(service);
          const allowed = new Map(
            rows.map((row, i) => [Object.values(row).find((cell) => cell.startsWith('Rex ')) ?? '', says[i]?.mayBe]),
          );
          for (const [name, mayBe] of allowed)
            if (seen.has(name)) expect([name, seen.get(name)]).toEqual([name, mayBe]);
          // The test sees what is there, too.
          const there = [...allowed].filter(([, mayBe]) => mayBe !== undefined).map(([name]) => name);
          expect(there.filter((name) => !seen.has(name))).toEqual([]);
        }),
        { numRuns: 4 },
      );
    },
  );
});

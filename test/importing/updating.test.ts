import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesOf, patchOf, writtenOf } from '../../src/importing/updating.ts';
import type { NewPet } from '../../src/pets/schema.ts';
import { merged } from '../../src/vocabulary/merge-patch.ts';

const all = { isInFile: () => true, overwrite: false };
const rex: NewPet = { name: 'Rex', categoryId: 1, status: 'available', profile: { sex: 'male', colors: ['Black'] } };

describe('what has changed in a file since the last import', () => {
  test('is taken; what staff have changed is kept', () => {
    const inFile: NewPet = { ...rex, name: 'Rexy', profile: { sex: 'female', colors: ['Black', 'White'] } };
    const now: NewPet = { ...rex, status: 'pending', profile: { ...rex.profile, sex: 'unknown', size: 'large' } };
    const { taken, kept, written } = changesOf(inFile, now, { ...all, written: writtenOf(rex) });
    expect(taken).toEqual([
      { member: 'name', before: 'Rex', after: 'Rexy' },
      { member: 'profile.colors', before: ['Black'], after: ['Black', 'White'] },
    ]);
    expect(kept).toEqual([{ member: 'profile.sex', before: 'unknown', after: 'female' }]);
    expect(patchOf(taken)).toEqual({ name: 'Rexy', profile: { colors: ['Black', 'White'] } });
    expect(written['name']).toBe(writtenOf(inFile)['name']);
    expect(written['profile.sex']).toBe(writtenOf(rex)['profile.sex']);
  });

  test('is taken whole if that is asked for', () => {
    const now: NewPet = { ...rex, name: 'Rexy', profile: { sex: 'unknown' } };
    const { taken, kept } = changesOf(rex, now, { ...all, overwrite: true, written: writtenOf(rex) });
    expect(taken.map(({ member }) => member)).toEqual(['name', 'profile.sex', 'profile.colors']);
    expect(kept).toEqual([]);
  });

  test('a cell that became empty removes the member, unless the file has no such column', () => {
    const inFile: NewPet = { name: 'Rex', categoryId: 1, status: 'available', profile: { sex: 'male' } };
    const written = writtenOf(rex);
    expect(patchOf(changesOf(inFile, rex, { ...all, written }).taken)).toEqual({ profile: { colors: null } });
    expect(changesOf(inFile, rex, { ...all, written, isInFile: () => false }).taken).toEqual([]);
  });

  test('an animal whose import kept no fingerprints only gets what it lacks', () => {
    const inFile: NewPet = { ...rex, name: 'Rexy', profile: { sex: 'male', size: 'small' } };
    const { taken, kept } = changesOf(inFile, rex, { ...all, written: undefined });
    expect(taken).toEqual([{ member: 'profile.size', before: undefined, after: 'small' }]);
    expect(kept).toEqual([{ member: 'name', before: 'Rex', after: 'Rexy' }]);
  });
});

describe('for any animals', () => {
  const word = fc.constantFrom('a', 'b', 'c');
  const pet = fc.record(
    {
      name: word,
      categoryId: fc.nat(2),
      status: fc.constantFrom('available', 'pending', 'sold'),
      profile: fc.record(
        { species: word, colors: fc.array(word, { minLength: 1 }), breed: fc.record({ primary: word }) },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['name', 'categoryId', 'status'] },
  ) as fc.Arbitrary<NewPet>;

  test('a second import of the same file changes nothing, whatever staff have done', () => {
    fc.assert(
      fc.property(pet, pet, (inFile, now) => {
        expect(changesOf(inFile, now, { ...all, written: writtenOf(inFile) }).taken).toEqual([]);
      }),
    );
  });

  test('whoever changes alone wins, and a member that both have changed stays as staff have it', () => {
    fc.assert(
      fc.property(pet, pet, pet, (first, now, second) => {
        const { taken, kept } = changesOf(second, now, { ...all, written: writtenOf(first) });
        const after = merged(now, patchOf(taken));
        const [a, b, c, d] = [first, now, second, after].map((one) => writtenOf(one)) as [
          Record<string, string>,
          Record<string, string>,
          Record<string, string>,
          Record<string, string>,
        ];
        for (const member of new Set([a, b, c].flatMap(Object.keys)))
          expect(d[member], member).toBe(b[member] === a[member] ? c[member] : b[member]);
        for (const { member } of kept) expect(d[member]).toBe(b[member]);
      }),
    );
  });

  test('after an overwriting import, the animal is what the file says', () => {
    fc.assert(
      fc.property(pet, pet, pet, (first, now, second) => {
        const changes = changesOf(second, now, { ...all, overwrite: true, written: writtenOf(first) });
        const after = writtenOf(merged(now, patchOf(changes.taken)));
        for (const [member, fingerprint] of Object.entries(writtenOf(second))) expect(after[member]).toBe(fingerprint);
        expect(
          changesOf(second, merged(now, patchOf(changes.taken)), { ...all, written: changes.written }).taken,
        ).toEqual([]);
      }),
    );
  });
});

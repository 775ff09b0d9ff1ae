import { isDeepStrictEqual } from 'node:util';
import type { ChangeLine, ImportLine } from '../vocabulary/import-report.ts';
import { jsonOf } from '../vocabulary/int64.ts';
import type { Animal } from './animals.ts';
import { shortened } from './file/row.ts';
import type { Report } from './report.ts';
import type { ImportTarget } from './target.ts';
import { changesOf, type MemberChange, patchOf, writtenOfNew } from './updating.ts';

interface Taking {
  readonly target: ImportTarget;
  readonly report: Report;
  /** Takes over also what staff have changed. */
  readonly overwrite: boolean;
}

/** Takes over what the file has otherwise than animals that earlier imports added, and reports each change. */
export async function* takeChanges(
  animals: readonly Animal[],
  { target, report, overwrite }: Taking,
): AsyncGenerator<ImportLine> {
  if (animals.length === 0) return;
  const references = animals.map(({ reference }) => reference);
  const imported = await target.imported(references);
  const isSame = (animal: Animal) => isDeepStrictEqual(imported.get(animal.reference)?.written, writtenOfNew(animal));
  const different = animals.filter((animal) => overwrite || !isSame(animal));
  const current = await target.current(different.flatMap(({ reference }) => imported.get(reference)?.petId ?? []));
  for (const { line, reference, pet, isInFile, sayers } of different) {
    const known = imported.get(reference);
    const before = known && current.get(known.petId);
    if (known === undefined || before === undefined) continue;
    const { petId, written } = known;
    const changes = changesOf(pet, before, { written, isInFile, sayers, overwrite });
    const lineOf = (change: MemberChange, isKept: boolean): ChangeLine => ({
      type: 'change',
      line,
      name: pet.name,
      member: change.member.replace(/^profile\./, ''),
      ...(change.before === undefined ? {} : { before: shortened(jsonOf(change.before)) }),
      ...(change.after === undefined ? {} : { after: shortened(jsonOf(change.after)) }),
      isKept,
    });
    yield* changes.kept.map((change) => lineOf(change, true));
    if (changes.taken.length === 0 && isDeepStrictEqual(changes.written, written)) continue;
    const patch = patchOf(changes.taken);
    const result = await target.change({ reference, petId, patch, written: changes.written });
    if (typeof result === 'object') yield* report.refused({ type: 'badRow', line, reason: result.reason });
    else if (result === 'added' && changes.taken.length > 0) {
      report.change();
      yield* changes.taken.map((change) => lineOf(change, false));
    }
  }
}

import { chunks } from '../kit/chunks.ts';
import type { NewPet } from '../pets/schema.ts';
import { hiddenFrom, type HidingReason, showsPage } from '../vocabulary/animals/hiding.ts';
import type { ImportLine, ImportUpdate } from '../vocabulary/import-report.ts';
import type { Absent } from './animals.ts';
import type { Absence } from './reading/standing.ts';
import type { Report } from './report.ts';
import { HOLD_TYPE } from './sayers.ts';
import type { ImportTarget } from './target.ts';
import { writtenOf } from './updating.ts';

interface Keeping {
  readonly target: ImportTarget;
  readonly report: Report;
  readonly signal: AbortSignal;
  readonly update: ImportUpdate;
}

/** An animal as it is. */
interface Present extends Pick<NewPet, 'name' | 'status'> {
  readonly profile?: {
    readonly staff?: NonNullable<NonNullable<NewPet['profile']>['staff']> & { readonly hiddenBecause?: HidingReason };
  };
}

const SAYS: Readonly<Record<Absence, string>> = {
  died: 'has died',
  left: 'has left',
  'not offered': 'is not up for adoption',
  deleted: 'was deleted',
};
const atOnce = 100;
const ON_HOLD = { profile: { staff: { hold: { type: 'other' } } } } as const;
/** Nothing of an earlier hold: its reason alone would keep the animal on hold. */
const NEW_HOLD = { type: 'other', until: null, reason: null, showPage: null } as const;

/**
 * Keeps animals from visitors that earlier imports have added and that are absent by now. A file does not say enough for an outcome: an
 * import that takes over changes puts them on hold, and names those whose outcome staff must record; any other only names them.
 */
export async function* keepAbsent(
  absent: readonly Absent[],
  { target, report, signal, update }: Keeping,
): AsyncGenerator<ImportLine> {
  for (const some of chunks(absent, atOnce)) {
    if (signal.aborted) return;
    const imported = await target.imported(some.map(({ reference }) => reference));
    const current = await target.current([...imported.values()].map(({ petId }) => petId));
    for (const { line, reference, because, counted, sayers } of some) {
      const known = imported.get(reference);
      const pet = known && (current.get(known.petId) as Present | undefined);
      if (known === undefined || pet === undefined) continue;
      const staff = pet.profile?.staff ?? {};
      const { hold, hiddenBecause } = staff;
      // An animal that came back after its outcome is here again.
      const hasLeft = pet.status === 'sold' || hiddenFrom(staff, pet.status ?? 'available') !== undefined;
      if (hasLeft) continue;
      const { petId, written } = known;
      const isRunning = hiddenBecause === 'hold';
      // What staff say of a hold stays while it runs, unless visitors see the page of an animal that is not there.
      const isHeld = isRunning && (because === 'not offered' || !showsPage({ hold }));
      const says = `The file says that the animal ${SAYS[because]}. It is here as animal ${petId}`;
      const told = (rest: string) => report.stillHere(counted, { type: 'badRow', line, reason: `${says} ${rest}` });
      if (isHeld) {
        if (because !== 'not offered') yield* told('and on hold: record its outcome.');
        continue;
      }
      if (update === 'none') {
        yield* told('and visitors may see it: record its outcome, put it on hold, or import with changes.');
        continue;
      }
      const patch = { profile: { staff: { hold: NEW_HOLD } } };
      const others = Object.entries(written ?? {}).filter(([member]) => !member.startsWith('profile.staff.hold.'));
      const nowWritten = { ...Object.fromEntries(others), ...writtenOf(ON_HOLD, { [HOLD_TYPE]: sayers }) };
      const result = await target.change({ reference, petId, patch, written: nowWritten });
      if (typeof result === 'object') yield* told(`and visitors may see it. ${result.reason}`);
      else if (result === 'added') {
        report.change();
        yield { type: 'change', line, name: pet.name, member: 'staff.hold.type', after: '"other"', isKept: false };
        if (because !== 'not offered') yield* told('and on hold from now on: record its outcome.');
      }
    }
  }
}

import type { HOLD_TYPES } from '../../vocabulary/animals/hiding.ts';
import { folded } from './cells.ts';

/** Why an animal is kept from adopters, though it is there. */
export type HoldKind = keyof typeof HOLD_TYPES;

/** Why a row has no animal that could be adopted. */
export type Absence = 'died' | 'left' | 'not offered' | 'deleted';

/** What a word says of an animal: it is there, with a state and perhaps a hold; or it is not. */
export type Standing =
  | { readonly status: 'available' | 'pending' | 'sold'; readonly hold?: HoldKind }
  | { readonly absent: Absence };

const available: Standing = { status: 'available' };
const pending: Standing = { status: 'pending' };
const sold: Standing = { status: 'sold' };
const died: Standing = { absent: 'died' };
const left: Standing = { absent: 'left' };
const notOffered: Standing = { absent: 'not offered' };
/** It can be adopted once the hold has ended. */
const held = (hold: HoldKind): Standing => ({ status: 'available', hold });

/** Whole phrases, as systems and people write them: their words say something else one by one. */
const PHRASES: readonly (readonly [Standing, string])[] = [
  [
    available,
    'available for adoption; for adoption; up for adoption; ready for adoption; ready to adopt; ready to go home; looking for a home; looking for home; needs a home; seeking a home; seeking home; adopt me; open for adoption; cleared for adoption; available foster; foster available; available in foster; available foster care; available now; on the adoption floor; adoption floor; en adopcion; en adopción; disponible para adopcion; zu vermitteln; zur vermittlung; sucht zuhause; sucht ein zuhause; a adopter; à adopter; a l adoption',
  ],
  [
    pending,
    'adoption pending; pending adoption; application pending; pending application; adoption in progress; in process of adoption; adoption hold; hold for adopter; hold for adoption; on hold; hold; held; trial adoption; adoption trial; foster to adopt; foster with intent to adopt; meet and greet; meet and greet scheduled; sale pending; pre adopted; preadopted; adoption approved; en proceso de adopcion; vorgemerkt; option de reservation',
  ],
  [
    sold,
    'adopted; adoption complete; adoption completed; adoption finalized; healthy in home; happy tails; happy tail; found a home; found home; found forever home; in forever home; new home; zuhause gefunden; ha sido adoptado',
  ],
  [
    died,
    'passed away; rip; rainbow bridge; over the rainbow bridge; put to sleep; humanely euthanized; dead on arrival; died in care; died in foster; died in transit; unassisted death in custody; unassisted death; clinic died; owner requested euthanasia; owner intended euthanasia; euthanasia request; requested euthanasia; shelter euthanasia; outcome died; body disposal',
  ],
  [
    left,
    'transferred; transferred out; transfer out; transferred out pending acceptance; transferred to agency; transferred to rescue; transfer to rescue; returned to owner; return to owner; returned to owner guardian; return to owner guardian; returned to guardian; return to guardian; rto adopt; owner reclaimed; reclaimed by owner; claimed by owner; redeemed by owner; owner redeemed; owner reclaim; returned to field; return to field; return to habitat; shelter neuter return; trap neuter release; trap neuter return; free roaming; released to wild; released to wildlife; lost in care; missing from foster; left care; no longer in care; no longer in custody; left custody; service out; clinic out; barn cat placement; placed in barn home; permanent foster; sent to rescue; moved to rescue; pulled by rescue; gone to rescue; surrendered to rescue; other live outcome; admin missing; wildlife release; rtos',
  ],
  [
    notOffered,
    'not available; not adoptable; not for adoption; not available for adoption; not offered; not listed; do not adopt; not up for adoption; unavailable; available for sponsorship; available to foster; needs foster; foster needed; needs foster home; sanctuary; permanent resident; resident; office cat; boarding; owned; owner owned; private; do not list; do not publish; unpublished; unlisted; barn cat; feral; hospice; fospice; service animal; working cat; clinic; clinic in; public clinic; owner surrender appointment; waiting list; waitlist; on waitlist; intake appointment; inactive; archived; draft; hidden; retired',
  ],
  [
    held('stray'),
    'stray; stray hold; hold stray; stray holding; stray wait; stray waiting period; holding for owner; found; found hold; found animal; waiting for owner; lost and found',
  ],
  [
    held('medical'),
    'medical; medical hold; hold medical; medical care; medical treatment; in treatment; under treatment; in surgery; surgery; awaiting surgery; recovery; recovery period; recovering; vet; vet check; at vet; at the vet; veterinary; veterinary care; in clinic; sick; injured; medical evaluation; awaiting spay neuter; spay neuter; spay neuter scheduled; awaiting spay; awaiting neuter; pending surgery; needs surgery; surgery needed',
  ],
  [
    held('behavior'),
    'behavior; behaviour; behavior hold; behaviour hold; behavioral hold; behavioural hold; hold behavior; hold behavioral; behavior evaluation; behavioral evaluation; temperament hold; temperament evaluation; evaluation; evaluate; under evaluation; assessment; under assessment; with trainer; behavioral hold with trainer; in training; training',
  ],
  [
    held('quarantine'),
    'quarantine; quarantined; in quarantine; bite quarantine; rabies quarantine; bite hold; rabies hold; bite case; rabies observation; isolation; in isolation; iso; quarantine hold; hold quarantine; bite observation; bite quarantine hold',
  ],
  [
    held('foster'),
    'foster; fostered; in foster; in foster care; foster care; foster home; in foster home; on foster; out to foster',
  ],
  [
    held('coming_soon'),
    'coming soon; available soon; soon available; not yet available; not available yet; not ready; not ready yet; arriving soon; new arrival; new arrivals; in transit; too young; underage; under age; unweaned',
  ],
  [
    held('other'),
    'legal hold; hold legal; court hold; court case; court; cruelty hold; cruelty case; cruelty; evidence; evidence hold; protective custody; police hold; custody hold; investigation; investigation hold; disaster hold; owner hold; safekeeping; safe keeping; administrative hold; admin hold; hold other; rescue hold; hold rescue; transfer hold; transfer pending; pending transfer; rescue only; processing; in processing; processing hold; intake hold; hold for rescue; confiscate; seized',
  ],
  [{ absent: 'deleted' }, 'deleted; delete; removed'],
];

/** Single words, in English, Spanish, German and French, without marks. */
const WORDS: readonly (readonly [Standing, string])[] = [
  [available, 'available adoptable disponible verfugbar vermittelbar adoptierbar'],
  [pending, 'pending reserved reservado reservada reserviert reserve reservee trial'],
  [sold, 'adopted sold rehomed homed adoptado adoptada vermittelt adoptiert adopte adoptee'],
  [
    died,
    'died deceased dead euthanized euthanised euthanasia euth euthanize pts doa disposal fallecido fallecida muerto muerta verstorben gestorben eingeschlafert decede decedee mort',
  ],
  [
    left,
    'transferred transfer relocated relocate rto reclaimed reclaim redeemed redemption claimed escaped escape stolen theft missing lost released release tnr rtf snr awol transferido transferida weitervermittelt transfere',
  ],
];

const keyOf = (text: string): string => (folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

const KNOWN: ReadonlyMap<string, Standing> = new Map([
  ...WORDS.flatMap(([standing, words]) => words.split(' ').map((word) => [word, standing] as const)),
  ...PHRASES.flatMap(([standing, phrases]) => phrases.split('; ').map((phrase) => [keyOf(phrase), standing] as const)),
]);
const LOOSE: ReadonlyMap<string, Standing> = new Map(
  Array.from(KNOWN, ([key, standing]) => [key.replaceAll(' ', ''), standing]),
);

/** The first ones count more: an animal that has left is not offered, whatever else its row says. */
const caution = (standing: Standing): number => {
  if ('absent' in standing) return 0;
  if (standing.hold !== undefined) return 1;
  return ['pending', 'sold', 'available'].indexOf(standing.status) + 2;
};

/** Whatever says least for showing the animal; undefined if there is none. An adopted animal on hold stays adopted when the hold ends. */
export function mostCautious(standings: readonly Standing[]): Standing | undefined {
  const sorted = standings.toSorted((a, b) => caution(a) - caution(b));
  const [first] = sorted;
  if (first === undefined || 'absent' in first || first.hold === undefined) return first;
  const other = sorted.find((one) => 'status' in one && one.hold === undefined);
  return other === undefined || 'absent' in other ? first : { status: other.status, hold: first.hold };
}

/** No word for a state is longer. */
const longest = 200;
const PARTS = /[-–—:;,()[\]|]+/;

const known = (text: string): Standing | undefined => {
  const key = keyOf(text);
  return KNOWN.get(key) ?? LOOSE.get(key.replaceAll(' ', ''));
};

/**
 * What the word or phrase of a status says. Of several parts, such as `Medical Hold - In Foster`, each must be known, unless the first says
 * that the animal has left or is held. Undefined for any other text, so that nobody guesses.
 */
export function standingOf(text: string): Standing | undefined {
  if (text.length > longest) return undefined;
  const whole = known(text);
  if (whole !== undefined) return whole;
  const parts = text
    .split(PARTS)
    .flatMap((part) => (known(part) === undefined ? part.split('/') : [part]))
    .filter((part) => keyOf(part) !== '')
    .map(known);
  const [first] = parts;
  if (first !== undefined && 'absent' in first) return first;
  const certain = parts.filter((part) => part !== undefined);
  if (certain.length === parts.length) {
    // Beside another word, a foster home is only where the animal lives.
    const others = certain.filter((part) => !('hold' in part && part.hold === 'foster'));
    return mostCautious(others.length === 0 ? certain : others);
  }
  if (/^\s*(?:transferred|relocated|surrendered) (?:out )?to\b/i.test(text)) return left;
  // Whatever the hold is for, the animal is held.
  return /^\s*(?:on )?hold\b/i.test(text) ? held('other') : undefined;
}

/** The same of a kind of outcome, where an adoption is one that has taken place. */
export const outcomeStanding = (text: string): Standing | undefined =>
  /^adoptions?\b/i.test(text) ? sold : standingOf(text);

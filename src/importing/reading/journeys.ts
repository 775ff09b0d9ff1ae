import type { IntakeType, OUTCOME_TYPES } from '../../vocabulary/animal-profile.ts';
import { looseName } from '../loose-name.ts';
import type { CellReader } from '../profile/columns.ts';
import { line, saysNothing, tableOf } from './cells.ts';

/** How an animal came and left, in the words of shelter systems and of open data. */

const INTAKES = tableOf<IntakeType>([
  [
    'surrender ownersurrender surrendered ownersurrendered surrenderedbyowner relinquishedbyowner ownerguardiansurrender guardiansurrender ownerrelinquish relinquished ownerturnin',
    'surrender',
  ],
  ['stray strayatlarge found straydropoff publicdropoff fieldstray overthecounterstray streuner', 'stray'],
  [
    'transfer transferin transferredin transferfromothershelter transferinfromagency transferfromrescue rescue',
    'transfer',
  ],
  ['return returned adoptionreturn returnedadoption returnfromadoption', 'return'],
  ['tnr tnrtrapneuterrelease trapneuterreturn snr rtf', 'tnr'],
  ['born bornincare borninshelter bornhere birth offspring', 'born'],
  ['wildlife wildlifein', 'wildlife'],
  ['seized policeseizure seizedcustody seizedorimpounded confiscate confiscated cruelty impound', 'seized'],
  ['abandoned abandon', 'abandoned'],
  ['deadonarrival doa dead', 'dead_on_arrival'],
  [
    'ownerrequestedeuthanasia euthanasiarequest euthreq ownerintendedeuthanasia euthanasiarequired',
    'euthanasia_request',
  ],
]);

const OUTCOMES = tableOf<keyof typeof OUTCOME_TYPES | undefined>([
  ['adoption adopted adoptioncompleted adoptioncomplete', 'adoption'],
  ['returntoowner returnedtoowner returntoownerguardian reclaimed reclaimedbyowner rto redeemed', 'reclaimed'],
  ['transfer transferred transferout transferredout transferredtoagency', 'transfer'],
  ['euthanasia euthanized euthanised euthanize', 'euthanized'],
  ['died deceased diedincare dead', 'died'],
  ['escaped missing lostincare', 'escaped'],
  ['foster infoster', undefined],
  ['stolen theft', 'stolen'],
  ['released wildliferelease', 'released'],
  ['tnr returnedtofield returntofield rtf snr', 'tnr'],
]);

/** Shelters name their own kinds, too. */
const kindOf =
  (table: ReadonlyMap<string, string | undefined>): CellReader =>
  (cell, row) => {
    const text = line(cell, row);
    if (typeof text !== 'string') return text;
    const key = looseName(text);
    return table.has(key) ? table.get(key) : saysNothing(text) ? undefined : 'other';
  };

export const intakeType = kindOf(INTAKES);
export const outcomeType = kindOf(OUTCOMES);

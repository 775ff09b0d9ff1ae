import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mostCautious, outcomeStanding, type Standing, standingOf } from '../../../src/importing/reading/standing.ts';
import { spellings } from './read.ts';

const held = (hold: string) => ({ status: 'available', hold });

describe('the word of a status', () => {
  test.each([
    [
      'available; adoptable; available for adoption; available-for-adoption; up for adoption; ready to go home; available foster; available - in foster; verfügbar; disponible',
      { status: 'available' },
    ],
    [
      'pending; adoption pending; hold; on hold; on-hold; reserved; held; application pending; trial adoption; foster to adopt; adoption hold; reserviert',
      { status: 'pending' },
    ],
    ['adopted; sold; rehomed; healthy in home; adoption completed; vermittelt; adoptada', { status: 'sold' }],
    [
      'died; deceased; euthanized; euthanasia; pts; passed away; doa; dead on arrival; disposal; unassisted death - in custody',
      { absent: 'died' },
    ],
    [
      'transferred; transfer out; transferred out -- pending acceptance; returned to owner; return to owner/guardian; rto; rto-adopt; reclaimed; escaped; escaped/stolen; missing; tnr; free-roaming; released; lost in care',
      { absent: 'left' },
    ],
    [
      'not available; unavailable; not for adoption; available for sponsorship; available to foster; needs foster; barn cat; archived; inactive; hospice',
      { absent: 'not offered' },
    ],
    ['deleted; delete', { absent: 'deleted' }],
    ['stray; stray hold; found', held('stray')],
    ['medical hold; in surgery; at vet; recovery', held('medical')],
    ['behavioral hold; behavioural hold - with trainer; evaluate; under evaluation', held('behavior')],
    ['quarantine; bite quarantine; isolation; quarantined', held('quarantine')],
    ['in foster; foster; foster care', held('foster')],
    ['coming soon; not yet available; new arrival', held('coming_soon')],
    ['legal hold; hold - dental; hold - doctor; protective custody; pending transfer; rescue only', held('other')],
    ['medical hold - in foster; medical/foster', held('medical')],
    ['available (medical hold)', held('medical')],
    ['available / pending', { status: 'pending' }],
    ['adopted / medical hold', { status: 'sold', hold: 'medical' }],
    ['adoption pending - foster', { status: 'pending' }],
    ['available for adoption (in foster); adoptable - foster; available now', { status: 'available' }],
    ['transferred to some rescue; transferred out to a partner', { absent: 'left' }],
    [
      'eaten; active; open; kennel 5; available - kennel 5; returned; adoption; owner surrender; intake; in custody; true; 1; constructor',
      undefined,
    ],
  ])('%j says %j', (words, standing) => {
    for (const word of spellings(words)) expect([word, standingOf(word)]).toEqual([word, standing]);
  });

  test('is found without its spaces and hyphens, as columns and APIs write it', () => {
    expect(['onhold', 'adoptionpending', 'availableforadoption'].map(standingOf)).toEqual(
      ['On hold', 'Adoption pending', 'Available for adoption'].map(standingOf),
    );
  });

  test('of an outcome may be an adoption', () => {
    expect(outcomeStanding('Adoption')).toEqual({ status: 'sold' });
    expect(outcomeStanding('Adoption - Offsite')).toEqual({ status: 'sold' });
    expect(outcomeStanding('Euthanasia')).toEqual({ absent: 'died' });
    expect(outcomeStanding('Transfer')).toEqual({ absent: 'left' });
    expect(outcomeStanding('Something')).toBeUndefined();
  });

  test('of several parts never says more for showing the animal than each of them', () => {
    const words = [
      'Available',
      'Adopted',
      'Pending',
      'Medical Hold',
      'In Foster',
      'Transferred',
      'Died',
      'Kennel 5',
      'Not available',
    ];
    const rank = (standing: Standing | undefined) =>
      standing === undefined || 'absent' in standing
        ? 0
        : standing.hold !== undefined
          ? 1
          : standing.status === 'available'
            ? 4
            : standing.status === 'sold'
              ? 3
              : 2;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(' - ', '/', ': ', ' ('),
        (parts, between) => {
          // A foster home is where the animal lives, unless the status says nothing else.
          const others = parts.filter((part) => part !== 'In Foster');
          const least = Math.min(...(others.length === 0 ? parts : others).map((part) => rank(standingOf(part))));
          expect(rank(standingOf(parts.join(between)))).toBeLessThanOrEqual(least);
        },
      ),
    );
  });

  test('gives way to whatever is more cautious', () => {
    const died = { absent: 'died' } as const;
    expect(mostCautious([{ status: 'available' }, { status: 'sold' }, died])).toBe(died);
    expect(mostCautious([])).toBeUndefined();
  });

  test('of any other text is unknown', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const standing = standingOf(`zz ${text}`);
        expect(standing).toBeUndefined();
      }),
    );
  });
});

import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { PLACEMENTS } from '../../../src/vocabulary/animal-profile.ts';
import { dueVaccinations } from '../../../src/vocabulary/animals/vaccinations.ts';
import { factLine } from '../../../src/words/animals.ts';
import { dayWords } from '../board/animal/profile-facts.ts';
import type { Offerer } from '../board/organization/organizations.ts';
import { UserText } from '../design/text/user-text.tsx';
import { say, speaks, words } from '../words.ts';
import type { Subject, Subjects } from './read-papers.ts';
import { dayAt, isOver, untilWords } from './records.ts';
import { Sheet } from './sheet.tsx';

const DAY_MS = 86_400_000;
/** A vaccination is on the list this long before it is due. */
const aheadMs = 7 * DAY_MS;

/** Whether somebody has to look after the animal: it has neither been adopted nor left in another way. */
export const isInCare = ({ status, profile }: ExpandedPet): boolean =>
  status !== 'sold' && profile?.staff?.hiddenBecause !== 'outcome';

/** The animals in care, by where they are, each with what is due. */
export function Round({ subjects, hasMore }: Subjects) {
  const { animal, board, papers } = words();
  const offerer = subjects[0]?.offerer;
  const { compare } = new Intl.Collator(speaks().locale, { numeric: true });
  const places = [...(Object.keys(PLACEMENTS) as (keyof typeof PLACEMENTS)[]), undefined];
  const groups = places.flatMap((place) => {
    const found = subjects.filter(({ pet }) => pet.profile?.placement === place);
    if (found.length === 0) return [];
    const title = place === undefined ? papers.placeUnknown : animal.placements[place];
    return [{ title, found: found.toSorted((one, other) => compare(one.pet.name, other.pet.name)) }];
  });
  return (
    <Sheet offerer={offerer} kind="round">
      <div class="sheet-title">
        <h2>{papers.round}</h2>
        <span>{dayWords(dayAt(offerer))}</span>
      </div>
      {hasMore && <p>{papers.onlyFirst}</p>}
      <table class="sheet-table">
        <thead>
          <tr>
            <th scope="col">{papers.seen}</th>
            <th scope="col">{board.animal}</th>
            <th scope="col">{papers.due}</th>
            <th scope="col">{papers.notes}</th>
          </tr>
        </thead>
        {groups.map(({ title, found }) => (
          <tbody key={title}>
            <tr>
              <th colSpan={4} scope="rowgroup">
                {title}
              </th>
            </tr>
            {found.map((subject) => (
              <Line key={subject.pet.id} {...subject} />
            ))}
          </tbody>
        ))}
      </table>
    </Sheet>
  );
}

const Line = ({ pet, offerer }: Subject) => (
  <tr>
    <td>
      <span class="round-box" />
    </td>
    <th scope="row">
      <UserText>{pet.name}</UserText>
      <p>
        <UserText>
          {[say(words().animal.number, { id: String(pet.id) }), factLine(speaks(), pet.profile ?? {})]
            .filter((part) => part !== '')
            .join(' · ')}
        </UserText>
      </p>
    </th>
    <td>
      <ul class="round-due">
        {pet.profile?.staff?.biteHistory !== undefined && (
          <li>
            <strong>{say(words().papers.hasBitten, { sex: pet.profile.sex })}</strong>
          </li>
        )}
        {dueOf(pet, offerer).map((line) => (
          <li key={line}>
            <UserText>{line}</UserText>
          </li>
        ))}
      </ul>
    </td>
    <td />
  </tr>
);

/** What the person on the round must know today. */
function dueOf({ profile = {} }: ExpandedPet, offerer: Offerer | undefined): string[] {
  const { staff = {}, specialNeedsNote } = profile;
  const { vaccinations = [], treatments = [], conditions = [], hold } = staff;
  const { animal, papers } = words();
  const today = dayAt(offerer);
  return [
    ...(hold !== undefined && staff.hiddenBecause === 'hold'
      ? [
          untilWords({
            name: hold.type === 'coming_soon' ? animal.comingSoon : say(papers.hold, { hold: hold.type }),
            until: hold.until,
          }),
        ]
      : []),
    ...dueVaccinations(vaccinations, dayAt(offerer, aheadMs)).map(({ name, nextDate }) =>
      say(nextDate < today ? papers.overdue : papers.dueOn, { what: name, day: dayWords(nextDate) }),
    ),
    ...[...treatments.filter(({ date }) => date === undefined || date <= today), ...conditions]
      .filter((each) => !isOver(each, today))
      .map(untilWords),
    ...(specialNeedsNote === undefined ? [] : [specialNeedsNote]),
  ];
}

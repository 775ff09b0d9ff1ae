import './wish-dialog.css';
import { useId, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { PetFacets } from '../../../../client/src/petstore.ts';
import type { Age } from '../../../../src/vocabulary/animal-profile.ts';
import { searchable } from '../../../../src/vocabulary/text/searchable.ts';
import { ageWord, sexWord, termLabel } from '../../../../src/words/animals.ts';
import { storedTerm } from '../../../../src/words/terms.ts';
import { Button } from '../../design/controls/button.tsx';
import { Form, Select, TextField } from '../../design/controls/field.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { say, speaks, words } from '../../words.ts';
import { ADDRESSES, type BoardFilters, NO_WISHES, placedAt, type Wishes } from './board-filters.ts';
import { distanceText, UNIT, withinText } from './distance.ts';
import { openWishes } from './open-wishes.ts';
import { type Names, useCounts, useNames } from './use-counts.ts';

export function WishDialog() {
  const opened = openWishes.value;
  return opened === undefined || !opened.isOpen ? null : <Wish key="open" filters={opened.filters} />;
}

const close = () => {
  const { value } = openWishes;
  if (value !== undefined) openWishes.value = { ...value, isOpen: false };
};

const DISTANCES = [10, 25, 50, 100, 200].map((distance) => `${distance}${UNIT}`);

function Wish({ filters }: { readonly filters: BoardFilters }) {
  const [, navigate] = useLocation();
  const speaker = speaks();
  const [wishes, setWishes] = useState<Wishes>({
    ...filters,
    species: termLabel(speaker, 'species', filters.species),
    breed: termLabel(speaker, 'breeds', filters.breed),
  });
  const form = useId();
  /** The names that were offered last. */
  const offered = useRef<Names>({ species: [], breeds: [] });
  const meant = filtersWith(filters, wishes, offered.current);
  const counts = useCounts(meant) ?? {};
  const names = useNames(meant.species, counts);
  offered.current = names;
  const { animal, finding, first } = words();
  const change = (changed: Partial<Wishes>) => setWishes({ ...wishes, ...changed });
  const show = (wanted: Wishes) => {
    close();
    navigate(ADDRESSES.addressOf(filtersWith(filters, wanted, names)));
  };
  return (
    <Dialog
      title={first.filters}
      onClose={close}
      actions={
        <>
          <Button onClick={() => show(NO_WISHES)}>{first.clearAll}</Button>
          <Button kind="primary" type="submit" form={form}>
            {counts.total === undefined ? finding.showSome : say(finding.show, { count: counts.total })}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={() => show(wishes)}>
        <div class="wish-pair">
          <TextField
            label={animal.species}
            list={`${form}-species`}
            autocomplete="off"
            maxLength={100}
            value={wishes.species}
            onValue={(species) => change({ species })}
          />
          <TextField
            label={animal.breed}
            list={`${form}-breeds`}
            autocomplete="off"
            maxLength={100}
            value={wishes.breed}
            onValue={(breed) => change({ breed })}
          />
        </div>
        <NameList id={`${form}-species`} kind="species" names={names.species} />
        <NameList id={`${form}-breeds`} kind="breeds" names={names.breeds} />
        {choices().map(([name, label, values]) => (
          <Choices<string>
            key={name}
            label={label}
            values={values}
            counts={counts[name]}
            chosen={wishes[name]}
            onChange={(chosen) => change({ [name]: chosen })}
          />
        ))}
        <Choices
          label={finding.photos}
          values={{ true: finding.withPhotosOnly }}
          counts={counts.hasPhotos}
          chosen={wishes.hasPhotos ? ['true'] : []}
          onChange={(chosen) => change({ hasPhotos: chosen.length > 0 })}
        />
        <div class="wish-pair">
          <TextField
            label={finding.near}
            hint={finding.nearHint}
            autocomplete="postal-code"
            maxLength={100}
            value={wishes.near}
            onValue={(near) => change({ near })}
          />
          <Select
            label={finding.within}
            value={wishes.within}
            options={[
              { value: '', label: say(finding.upTo, { distance: distanceText(UNIT === 'mi' ? 100 : 160, UNIT) }) },
              ...[...new Set([...DISTANCES, ...(wishes.within === '' ? [] : [wishes.within])])].map((value) => ({
                value,
                label: withinText(value),
              })),
            ]}
            onValue={(within) => change({ within })}
          />
        </div>
      </Form>
    </Dialog>
  );
}

/** As they would be shown. @param names a typed word that is one of these stands for itself */
function filtersWith(filters: BoardFilters, wishes: Wishes, names: Names): BoardFilters {
  const stored = (kind: keyof Names, word: string) =>
    names[kind].some((name) => searchable(name) === searchable(word)) ? word : storedTerm(speaks().terms, kind, word);
  const near = wishes.near.trim();
  return {
    ...filters,
    ...wishes,
    species: stored('species', wishes.species.trim()),
    breed: stored('breeds', wishes.breed.trim()),
    ...placedAt({ ...filters, within: wishes.within }, near),
  };
}

function choices() {
  const speaker = speaks();
  const { animal, animals, finding } = speaker.words;
  const { children, dogs, cats } = animal.companions;
  const ages = Object.fromEntries((Object.keys(animals.ages) as Age[]).map((age) => [age, ageWord(speaker, age)]));
  const sexes = { female: sexWord(speaker, 'female'), male: sexWord(speaker, 'male') };
  return [
    ['age', animal.age, ages],
    ['sex', animal.sex, sexes],
    ['size', animal.size, animals.sizes],
    ['goodWith', finding.goodWith, { children, dogs, cats }],
  ] as const;
}

interface NameListProps {
  readonly id: string;
  readonly kind: keyof Names;
  readonly names: readonly string[];
}

const NameList = ({ id, kind, names }: NameListProps) => (
  <datalist id={id}>
    {names.map((name) => (
      <option key={name} value={termLabel(speaks(), kind, name)} />
    ))}
  </datalist>
);

type Counted = Exclude<keyof PetFacets, 'total'>;

interface ChoicesProps<Value extends string> {
  readonly label: string;
  readonly values: Readonly<Partial<Record<Value, string>>>;
  /** Undefined if they are not known. */
  readonly counts: PetFacets[Counted];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}

/** Any number of a few values. One that no animal has can only be given up. */
function Choices<Value extends string>({ label, values, counts, chosen, onChange }: ChoicesProps<Value>) {
  // It has the focus, which it would lose if it were disabled.
  const [changed, setChanged] = useState<Value>();
  const countOf = (wanted: Value) => counts && (counts.find(({ value }) => value === wanted)?.count ?? 0);
  return (
    <fieldset class="field-group">
      <legend>{label}</legend>
      <div class="wish-choices">
        {(Object.entries(values) as [Value, string][]).map(([value, words]) => (
          <label key={value} class="wish-choice">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              disabled={countOf(value) === 0 && !chosen.includes(value) && changed !== value}
              onChange={({ currentTarget }) => {
                setChanged(value);
                onChange(currentTarget.checked ? [...chosen, value] : chosen.filter((other) => other !== value));
              }}
            />
            {words} <span class="wish-count numbers">{countOf(value)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

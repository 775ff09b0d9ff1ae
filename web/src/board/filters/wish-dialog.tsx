import './wish-dialog.css';
import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { AGES, COMPANIONS, SEXES, SIZES } from '../../../../src/vocabulary/animal-profile.ts';
import { failureOf } from '../../data/failure.ts';
import { Button } from '../../design/controls/button.tsx';
import { Select, TextField } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { useBoard } from '../board.ts';
import { ADDRESSES, ASKED_COMPANIONS, type BoardFilters, NO_WISHES, type Wishes } from './board-filters.ts';
import { openWishes } from './open-wishes.ts';

export function WishDialog(): JSX.Element | null {
  const opened = openWishes.value;
  return opened === undefined || !opened.isOpen ? null : <Wish key="open" filters={opened.filters} />;
}

const close = () => {
  const { value } = openWishes;
  if (value !== undefined) openWishes.value = { ...value, isOpen: false };
};

/** Miles where people use them. */
const UNIT = /^en-(?:US|GB|LR)\b/.test(navigator.language) || navigator.language === 'en' ? 'mi' : 'km';
const DISTANCES = [10, 25, 50, 100, 200].map((distance) => `${distance}${UNIT}`);

function Wish({ filters }: { readonly filters: BoardFilters }): JSX.Element {
  const [, navigate] = useLocation();
  const [wishes, setWishes] = useState<Wishes>(filters);
  const form = useId();
  const names = useNames(wishes.species);
  const change = (changed: Partial<Wishes>) => setWishes({ ...wishes, ...changed });
  const show = (wanted: Wishes) => {
    close();
    const near = wanted.near.trim();
    const kept = { ...filters, ...wanted, near, within: near === '' ? '' : wanted.within };
    const sort = near === '' && kept.sort === 'distance' ? 'newest' : kept.sort;
    navigate(ADDRESSES.addressOf({ ...kept, species: kept.species.trim(), breed: kept.breed.trim(), sort }));
  };
  return (
    <Dialog
      title="Filters"
      isOpen
      onClose={close}
      actions={
        <>
          <Button onClick={() => show(NO_WISHES)}>Clear all</Button>
          <Button kind="primary" type="submit" form={form}>
            Show animals
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={() => show(wishes)}>
        <div class="wish-pair">
          <TextField
            label="Species"
            list={`${form}-species`}
            autocomplete="off"
            maxLength={100}
            value={wishes.species}
            onValue={(species) => change({ species })}
          />
          <TextField
            label="Breed"
            list={`${form}-breeds`}
            autocomplete="off"
            maxLength={100}
            value={wishes.breed}
            onValue={(breed) => change({ breed })}
          />
        </div>
        <Names id={`${form}-species`} names={names.species} />
        <Names id={`${form}-breeds`} names={names.breeds} />
        <Choices label="Age" values={AGES} chosen={wishes.age} onChange={(age) => change({ age })} />
        <Choices label="Sex" values={KNOWN_SEXES} chosen={wishes.sex} onChange={(sex) => change({ sex })} />
        <Choices label="Size" values={SIZES} chosen={wishes.size} onChange={(size) => change({ size })} />
        <Choices
          label="Good with"
          values={WANTED_COMPANIONS}
          chosen={wishes.goodWith}
          onChange={(goodWith) => change({ goodWith })}
        />
        <div class="wish-pair">
          <TextField
            label="Near"
            hint="A postal code, or a town with its state or country: Springfield, IL."
            autocomplete="postal-code"
            maxLength={100}
            value={wishes.near}
            onValue={(near) => change({ near })}
          />
          <Select
            label="Within"
            value={wishes.within}
            options={[
              { value: '', label: UNIT === 'mi' ? 'Up to 100 mi' : 'Up to 160 km' },
              ...[...new Set([...DISTANCES, ...(wishes.within === '' ? [] : [wishes.within])])].map((value) => ({
                value,
                label: value.replace(/(?=km|mi)/, ' '),
              })),
            ]}
            onValue={(within) => change({ within })}
          />
        </div>
      </Form>
    </Dialog>
  );
}

const KNOWN_SEXES = { female: SEXES.female, male: SEXES.male } as const;
const WANTED_COMPANIONS = Object.fromEntries(ASKED_COMPANIONS.map((each) => [each, COMPANIONS[each]])) as Record<
  (typeof ASKED_COMPANIONS)[number],
  string
>;

interface ChoicesProps<Value extends string> {
  readonly label: string;
  readonly values: Readonly<Partial<Record<Value, string>>>;
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}

/** Any number of a few values. */
function Choices<Value extends string>({ label, values, chosen, onChange }: ChoicesProps<Value>): JSX.Element {
  return (
    <fieldset class="field-group">
      <legend>{label}</legend>
      <div class="wish-choices">
        {(Object.entries(values) as [Value, string][]).map(([value, words]) => (
          <label key={value} class="wish-choice">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
              }
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const Names = ({ id, names }: { readonly id: string; readonly names: readonly string[] }): JSX.Element => (
  <datalist id={id}>
    {names.map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
);

/** The usual names, to be completed while typing. Without them, one types the whole name. */
function useNames(species: string): { readonly species: readonly string[]; readonly breeds: readonly string[] } {
  const { names } = useBoard();
  const [all, setAll] = useState<readonly string[]>([]);
  const [breeds, setBreeds] = useState<readonly string[]>([]);
  useEffect(() => void names.species().then(setAll, failureOf), []);
  const isKnown = all.some((name) => name.toLowerCase() === species.trim().toLowerCase());
  const of = isKnown ? species.trim() : undefined;
  useEffect(() => void names.breeds(of).then(setBreeds, failureOf), [of]);
  return { species: all, breeds };
}

import './wish-dialog.css';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { AGES, COMPANIONS, SEXES, SIZES } from '../../../../src/vocabulary/animal-profile.ts';
import { Button } from '../../design/controls/button.tsx';
import { Select, TextField } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ADDRESSES, ASKED_COMPANIONS, type BoardFilters, NO_WISHES, placedAt, type Wishes } from './board-filters.ts';
import { Choices } from './choices.tsx';
import { UNIT } from './distance.ts';
import { openWishes } from './open-wishes.ts';
import { countWords, useCounts, useNames } from './use-counts.ts';

export function WishDialog(): JSX.Element | null {
  const opened = openWishes.value;
  return opened === undefined || !opened.isOpen ? null : <Wish key="open" filters={opened.filters} />;
}

const close = () => {
  const { value } = openWishes;
  if (value !== undefined) openWishes.value = { ...value, isOpen: false };
};

const DISTANCES = [10, 25, 50, 100, 200].map((distance) => `${distance}${UNIT}`);

function Wish({ filters }: { readonly filters: BoardFilters }): JSX.Element {
  const [, navigate] = useLocation();
  const [wishes, setWishes] = useState<Wishes>(filters);
  const form = useId();
  const counts = useCounts(filtersWith(filters, wishes));
  const names = useNames(wishes.species, counts);
  const change = (changed: Partial<Wishes>) => setWishes({ ...wishes, ...changed });
  const show = (wanted: Wishes) => {
    close();
    navigate(ADDRESSES.addressOf(filtersWith(filters, wanted)));
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
            Show {animalsWords(counts.total)}
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
        {CHOICES.map(([name, label, values]) => (
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
          label="Photos"
          values={PHOTOS}
          counts={counts.hasPhotos}
          chosen={wishes.hasPhotos ? ['true'] : []}
          onChange={(chosen) => change({ hasPhotos: chosen.length > 0 })}
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

const animalsWords = (count: number | undefined): string => (count === undefined ? 'animals' : countWords(count));

/** As they would be shown. */
function filtersWith(filters: BoardFilters, wishes: Wishes): BoardFilters {
  const [species, breed, near] = [wishes.species.trim(), wishes.breed.trim(), wishes.near.trim()];
  return { ...filters, ...wishes, species, breed, ...placedAt({ ...filters, within: wishes.within }, near) };
}

const PHOTOS = { true: 'With photos only' } as const;
const CHOICES = [
  ['age', 'Age', AGES],
  ['sex', 'Sex', { female: SEXES.female, male: SEXES.male }],
  ['size', 'Size', SIZES],
  ['goodWith', 'Good with', Object.fromEntries(ASKED_COMPANIONS.map((each) => [each, COMPANIONS[each]]))],
] as const;

const Names = ({ id, names }: { readonly id: string; readonly names: readonly string[] }): JSX.Element => (
  <datalist id={id}>
    {names.map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
);

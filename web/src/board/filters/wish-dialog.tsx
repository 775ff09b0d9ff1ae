import './wish-dialog.css';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { Age } from '../../../../src/vocabulary/animal-profile.ts';
import { ageWord, sexWord } from '../../../../src/words/animals.ts';
import { Button } from '../../design/controls/button.tsx';
import { Select, TextField } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { say, speaks, words } from '../../words.ts';
import { ADDRESSES, type BoardFilters, NO_WISHES, placedAt, type Wishes } from './board-filters.ts';
import { Choices } from './choices.tsx';
import { distanceText, UNIT, withinText } from './distance.ts';
import { openWishes } from './open-wishes.ts';
import { useCounts, useNames } from './use-counts.ts';

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
  const { finding } = words();
  const change = (changed: Partial<Wishes>) => setWishes({ ...wishes, ...changed });
  const show = (wanted: Wishes) => {
    close();
    navigate(ADDRESSES.addressOf(filtersWith(filters, wanted)));
  };
  return (
    <Dialog
      title={finding.title}
      isOpen
      onClose={close}
      actions={
        <>
          <Button onClick={() => show(NO_WISHES)}>{finding.clearAll}</Button>
          <Button kind="primary" type="submit" form={form}>
            {counts.total === undefined ? finding.showSome : say(finding.show, { count: counts.total })}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={() => show(wishes)}>
        <div class="wish-pair">
          <TextField
            label={finding.species}
            list={`${form}-species`}
            autocomplete="off"
            maxLength={100}
            value={wishes.species}
            onValue={(species) => change({ species })}
          />
          <TextField
            label={finding.breed}
            list={`${form}-breeds`}
            autocomplete="off"
            maxLength={100}
            value={wishes.breed}
            onValue={(breed) => change({ breed })}
          />
        </div>
        <Names id={`${form}-species`} names={names.species} />
        <Names id={`${form}-breeds`} names={names.breeds} />
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

/** As they would be shown. */
function filtersWith(filters: BoardFilters, wishes: Wishes): BoardFilters {
  const [species, breed, near] = [wishes.species.trim(), wishes.breed.trim(), wishes.near.trim()];
  return { ...filters, ...wishes, species, breed, ...placedAt({ ...filters, within: wishes.within }, near) };
}

function choices() {
  const speaker = speaks();
  const { finding, animals } = speaker.words;
  const ages = Object.fromEntries((Object.keys(animals.ages) as Age[]).map((age) => [age, ageWord(speaker, age)]));
  const sexes = { female: sexWord(speaker, 'female'), male: sexWord(speaker, 'male') };
  return [
    ['age', finding.age, ages],
    ['sex', finding.sex, sexes],
    ['size', finding.size, animals.sizes],
    ['goodWith', finding.goodWith, finding.companions],
  ] as const;
}

const Names = ({ id, names }: { readonly id: string; readonly names: readonly string[] }): JSX.Element => (
  <datalist id={id}>
    {names.map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
);

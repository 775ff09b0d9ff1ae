import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiKey, ApiKeyWithSecret } from '../../../../client/src/petstore.ts';
import { ownKeys } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Select } from '../../design/controls/field.tsx';
import { Confirm } from '../confirm.tsx';

const OVERLAPS = [
  { value: '0', label: 'At once' },
  { value: '1', label: 'After a day' },
  { value: '3', label: 'After 3 days' },
  { value: '7', label: 'After 7 days' },
];

interface KeyRollProps {
  readonly apiKey: ApiKey;
  readonly onRolled: (key: ApiKeyWithSecret) => void;
  readonly onClose: () => void;
}

/** A new key in place of another one, which goes on working while one changes over. */
export function KeyRoll({ apiKey, onRolled, onClose }: KeyRollProps): JSX.Element {
  const [overlapDays, setOverlapDays] = useState('1');
  const roll = useAction(async () => {
    onRolled(await ownKeys.roll(apiKey.id, { overlapDays: Number(overlapDays) }));
  });
  return (
    <Confirm
      title="Roll this key"
      verb="Roll it"
      isBusy={roll.isBusy}
      error={roll.error}
      onConfirm={() => void roll.run()}
      onClose={onClose}
    >
      <p>
        You get a new key with the same name and scopes. The one that ends in <code>{apiKey.lastFour}</code> stops
        working when you say, so that you can change over without a gap.
      </p>
      <Select label="The old key stops" value={overlapDays} onValue={setOverlapDays} options={OVERLAPS} />
    </Confirm>
  );
}

import { useState } from 'preact/hooks';
import type { ApiKey, ApiKeyWithSecret } from '../../../../client/src/petstore.ts';
import { ownPetstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { Select } from '../../design/controls/field.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';

const OVERLAPS = [
  { value: '0', label: 'Immediately' },
  { value: '1', label: 'After a day' },
  { value: '3', label: 'After 3 days' },
  { value: '7', label: 'After 7 days' },
];

interface KeyRollProps {
  readonly apiKey: ApiKey;
  readonly onRolled: (key: ApiKeyWithSecret) => void;
  readonly onClose: () => void;
}

/** Replaces a key. The old one can keep working for some days. */
export function KeyRoll({ apiKey, onRolled, onClose }: KeyRollProps) {
  const [overlapDays, setOverlapDays] = useState('1');
  const keyed = useIdempotencyKey();
  const roll = useAction(async () => {
    const body = { overlapDays: Number(overlapDays) };
    onRolled(await keyed(body, (options) => ownPetstore.keys.roll(apiKey.id, body, options)));
  });
  return (
    <Confirm title="Roll this key" verb="Roll key" action={roll} onClose={onClose}>
      <p>
        You get a new key with the same name and scopes. Choose when the key that ends in <code>{apiKey.lastFour}</code>{' '}
        stops working.
      </p>
      <Select label="Old key stops working" value={overlapDays} onValue={setOverlapDays} options={OVERLAPS} />
    </Confirm>
  );
}

import type { JSX } from 'preact';
import type { ApiKey } from '../../../../client/src/petstore.ts';
import { ownKeys } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { UserText } from '../../design/text/user-text.tsx';

interface KeyRevokeProps {
  readonly apiKey: ApiKey;
  readonly onRevoked: () => void;
  readonly onClose: () => void;
}

export function KeyRevoke({ apiKey, onRevoked, onClose }: KeyRevokeProps): JSX.Element {
  const revoke = useAction(async () => {
    await ownKeys.revoke(apiKey.id);
    onRevoked();
  });
  return (
    <Confirm title="Revoke this key" verb="Revoke key" isDangerous action={revoke} onClose={onClose}>
      <p>
        {apiKey.name === undefined ? 'The key' : <UserText>{apiKey.name}</UserText>} that ends in{' '}
        <code>{apiKey.lastFour}</code> stops working within a second. You cannot undo this. To replace a key without
        downtime, roll it instead.
      </p>
    </Confirm>
  );
}

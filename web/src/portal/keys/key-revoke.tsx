import type { JSX } from 'preact';
import type { ApiKey } from '../../../../client/src/petstore.ts';
import { ownKeys } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { UserText } from '../../design/data/user-text.tsx';
import { Confirm } from '../confirm.tsx';

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
    <Confirm
      title="Revoke this key"
      verb="Revoke it"
      isDangerous
      isBusy={revoke.isBusy}
      error={revoke.error}
      onConfirm={() => void revoke.run()}
      onClose={onClose}
    >
      <p>
        {apiKey.name === undefined ? 'The key' : <UserText>{apiKey.name}</UserText>} that ends in{' '}
        <code>{apiKey.lastFour}</code> stops working within a second, everywhere. This cannot be taken back. To change
        over without a gap, roll it instead.
      </p>
    </Confirm>
  );
}

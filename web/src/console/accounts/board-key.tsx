import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { pageSettings, setBoardKey } from '../../settings.ts';
import { ActionRow } from '../action-row.tsx';

/** Gives the board another key. */
export function BoardKey(): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const { boardKey } = pageSettings();
  const keyFor = useIdempotencyKey();
  const replace = useAction(async () => {
    setBoardKey((await petstore.admin.replaceBoardKey({ idempotencyKey: keyFor(boardKey ?? 'none') })).key);
    setAsking(false);
    tell('The board has a new key.');
  });
  return (
    <Card title="Key of the board">
      <ActionRow
        title={boardKey === undefined ? 'Revoked' : `In use: …${boardKey.slice(-4)}`}
        about={
          boardKey === undefined
            ? 'Visitors see no animals on the board until you make another key.'
            : 'The board reads the animals with it. It is no secret: every page of the board holds it.'
        }
      >
        <Button onClick={() => setAsking(true)}>
          {boardKey === undefined ? 'Make another key' : 'Replace the key'}
        </Button>
      </ActionRow>
      {isAsking && (
        <Confirm title="Make a new key?" verb="Make the key" action={replace} onClose={() => setAsking(false)}>
          <p>The previous key is revoked. Pages of the board that are open must be reloaded.</p>
        </Confirm>
      )}
    </Card>
  );
}

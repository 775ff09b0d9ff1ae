import { useState } from 'preact/hooks';
import { petstore } from '../../api.ts';
import { Card } from '../../design/data/card.tsx';
import { ConfirmAct } from '../../design/feedback/confirm-act.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { pageSettings, setBoardKey } from '../../settings.ts';
import { ActionRow } from '../action-row.tsx';

/** Gives the board another key. */
export function BoardKey() {
  const [isAsking, setAsking] = useState(false);
  const { boardKey } = pageSettings();
  return (
    <Card title="Key of the board">
      <ActionRow
        title={boardKey === undefined ? 'Revoked' : `In use: …${boardKey.slice(-4)}`}
        about={
          boardKey === undefined
            ? 'Visitors see no animals on the board until you make another key.'
            : 'The board reads the animals with it. It is no secret: every page of the board holds it.'
        }
        verb={boardKey === undefined ? 'Make another key' : 'Replace the key'}
        onAct={() => setAsking(true)}
      />
      {isAsking && (
        <ConfirmAct
          title="Make a new key?"
          verb="Make the key"
          onClose={() => setAsking(false)}
          act={async (options) => {
            setBoardKey((await petstore.admin.replaceBoardKey(options)).key);
            tell('The board has a new key.');
          }}
        >
          <p>The previous key is revoked. Pages of the board that are open must be reloaded.</p>
        </ConfirmAct>
      )}
    </Card>
  );
}

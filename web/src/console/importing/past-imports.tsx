import { useState } from 'preact/hooks';
import type { Import } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useQuery } from '../../data/use-query.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { Table } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { ConfirmAct } from '../../design/feedback/confirm-act.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { around } from '../../design/text/around.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { counted } from './import-results.tsx';

const shown = 10;

/** The latest imports, which can be undone while nobody has touched their animals; nothing if there were none. */
export function PastImports() {
  const imports = useQuery((signal) => petstore.imports.list({ limit: shown }, { signal }).page(), []);
  const [chosen, choose] = useState<Import>();
  const items = imports.data?.items ?? [];
  if (items.length === 0) return <ErrorNotice error={imports.error} onRetry={imports.reload} />;
  return (
    <>
      <Card isFlush title="Imports" about="An import can be undone while nobody has touched its animals.">
        <Table
          caption="Imports"
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              header: 'File',
              cell: ({ file }) =>
                file === undefined ? <span class="quiet">no name</span> : <UserText>{file}</UserText>,
            },
            { header: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
            { header: 'Animals', cell: ({ animals }) => numberText(animals) },
            {
              header: 'Undo',
              isHeaderHidden: true,
              align: 'end',
              cell: (one) =>
                one.undoneAt === undefined ? (
                  <Button size="s" onClick={() => choose(one)}>
                    Undo<span class="visually-hidden"> the import of {one.file ?? 'a file'}</span>
                  </Button>
                ) : (
                  <span class="quiet">
                    Undone <Time at={one.undoneAt} />
                  </span>
                ),
            },
          ]}
        />
      </Card>
      {chosen !== undefined && (
        <ConfirmAct
          title={around('Undo the import of {}?', <UserText>{chosen.file ?? 'a file'}</UserText>)}
          verb="Undo"
          isDangerous
          onClose={() => choose(undefined)}
          act={async () => {
            await petstore.imports.undo(chosen.id);
            tell('The import was undone.');
            imports.reload();
          }}
        >
          <p>
            This removes what the import has added: {counted(chosen.animals, 'animal', 'animals')}, photos included. You
            can import the file again.
          </p>
        </ConfirmAct>
      )}
    </>
  );
}

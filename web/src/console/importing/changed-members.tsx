import type { ChangeLine } from '../../../../src/vocabulary/import-report.ts';
import { Card } from '../../design/data/card.tsx';
import { CutTable } from '../../design/data/cut-table.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { counted } from './import-results.tsx';

const shownAtFirst = 20;

/** What the file says otherwise than the animals, and what of it is taken over. */
export function ChangedMembers({ changes }: { readonly changes: readonly ChangeLine[] }) {
  const kept = changes.filter(({ isKept }) => isKept).length;
  return (
    <Card
      isFlush
      title={counted(changes.length, 'change', 'changes')}
      about={kept === 0 ? undefined : `${numberText(kept)} of them stay as staff have them.`}
    >
      <CutTable
        caption="What the file changes"
        rows={changes.map((change, index) => ({ ...change, index }))}
        most={shownAtFirst}
        more={() => `Show all ${numberText(changes.length)} changes`}
        keyOf={({ index }) => index}
        columns={[
          { header: 'Animal', cell: ({ name }) => <UserText>{name}</UserText> },
          { header: 'What', cell: ({ member }) => member },
          { header: 'Now', cell: ({ before }) => <UserText>{before ?? ''}</UserText> },
          {
            header: 'In the file',
            cell: ({ after = '', isKept }) => (
              <>
                <UserText>{after}</UserText>
                {isKept && <span class="quiet"> (kept as it is now)</span>}
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}

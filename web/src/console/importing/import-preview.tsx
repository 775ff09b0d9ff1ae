import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Int64 } from '../../../../client/src/petstore.ts';
import { Button } from '../../design/controls/button.tsx';
import { Select } from '../../design/controls/field.tsx';
import { Card } from '../../design/data/card.tsx';
import { Table } from '../../design/data/table.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { StatusBadge } from '../../pets/status.tsx';
import { type BadRow, type Columns, type Field, FIELDS, type GoodRow } from './import-rows.ts';

const FIELD_WORDS: Readonly<Record<Field, string>> = { name: 'Name', category: 'Category', status: 'Status' };

interface ColumnChoiceProps {
  readonly header: readonly string[];
  readonly columns: Columns;
  readonly onColumns: (columns: Columns) => void;
}

/** Which column is what, found by the names and put right by hand. */
export const ColumnChoice = ({ header, columns, onColumns }: ColumnChoiceProps): JSX.Element => (
  <div class="import-columns">
    {FIELDS.map((field) => (
      <Select
        key={field}
        label={`${FIELD_WORDS[field]} from`}
        isOptional={field === 'status'}
        value={columns[field] === undefined ? '' : String(columns[field])}
        onValue={(value) => onColumns({ ...columns, [field]: value === '' ? undefined : Number(value) })}
        options={[
          { value: '', label: field === 'status' ? 'None: all are available' : 'Choose a column' },
          ...header.map((name, index) => ({ value: String(index), label: name.trim() || `Column ${index + 1}` })),
        ]}
      />
    ))}
  </div>
);

const shownAtFirst = 8;
const shownMore = 500;

/** What cannot be sent: where, and why. */
export function BadRows({ rows, title }: { readonly rows: readonly BadRow[]; readonly title: string }): JSX.Element {
  const [count, setCount] = useState(shownAtFirst);
  return (
    <Card isFlush title={title} about="Put them right in the file and choose it again, or go on without those rows.">
      <Table
        caption={title}
        rows={rows.slice(0, count).map((row, index) => ({ ...row, index }))}
        keyOf={({ index }) => index}
        columns={[
          { header: 'Line', cell: ({ line }) => line.toLocaleString() },
          {
            header: 'Column',
            cell: ({ column }) =>
              column === '' ? <span class="quiet">the whole row</span> : <UserText>{column}</UserText>,
          },
          { header: 'What is wrong', cell: ({ reason }) => <UserText>{reason}</UserText> },
        ]}
      />
      {rows.length > count && (
        <p class="import-more">
          <Button size="s" onClick={() => setCount(count + shownMore)}>
            {`Show more of ${rows.length.toLocaleString()}`}
          </Button>
        </p>
      )}
    </Card>
  );
}

const shownGood = 5;

/** How the first rows will look as animals. */
export const FirstRows = ({
  rows,
  nameOf,
}: {
  readonly rows: readonly GoodRow[];
  readonly nameOf: (categoryId: Int64) => string;
}): JSX.Element => (
  <Card isFlush title="As they will be" {...(rows.length > shownGood && { about: `The first ${shownGood}.` })}>
    <Table
      caption="The first rows as animals"
      rows={rows.slice(0, shownGood)}
      keyOf={({ line }) => line}
      columns={[
        { header: 'Line', cell: ({ line }) => <span class="quiet">{line.toLocaleString()}</span> },
        { header: 'Name', cell: ({ pet }) => <UserText>{pet.name}</UserText> },
        { header: 'Category', cell: ({ pet }) => <UserText>{nameOf(pet.categoryId)}</UserText> },
        { header: 'Status', cell: ({ pet }) => <StatusBadge status={pet.status ?? 'available'} /> },
      ]}
      empty={<p class="import-none quiet">None.</p>}
    />
  </Card>
);

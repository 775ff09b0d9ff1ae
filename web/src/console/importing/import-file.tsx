import { useRef, useState } from 'preact/hooks';
import { type ImportFormat, MAX_IMPORT_BYTES } from '../../../../src/vocabulary/import-report.ts';
import { Button } from '../../design/controls/button.tsx';
import { Mistake } from '../../design/controls/mistake.tsx';
import { Card } from '../../design/data/card.tsx';
import { Icon } from '../../design/data/icons.tsx';
import type { ImportFile } from './import-run.ts';

const EXAMPLE =
  'name,category,status,reference\nRex,Dog,available,A-1\nMia,Cats,on hold,A-2\n"Bo, the brave",Dogs,,A-3';

const FORMATS: Readonly<Record<string, ImportFormat>> = {
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  xlsx: 'xlsx',
};

/** Takes a file that is chosen, or dropped on the card. */
export function FilePick({ onFile }: { readonly onFile: (file: ImportFile) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [mistake, setMistake] = useState<string>();
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const tooLarge = `The file is larger than ${MAX_IMPORT_BYTES / 1_000_000} MB. Split it, or run \`petstore import\` on the server.`;
    if (file.size > MAX_IMPORT_BYTES) return setMistake(tooLarge);
    const bytes = await file.arrayBuffer().catch(() => undefined);
    if (bytes === undefined)
      return setMistake('The file cannot be read. Close it in other programs and choose it again.');
    if (bytes.byteLength === 0) return setMistake('The file is empty.');
    const extension = file.name.split('.').at(-1)?.toLowerCase() ?? '';
    onFile({ name: file.name, format: FORMATS[extension] ?? 'csv', bytes });
  };
  return (
    <div
      class="stack tight import-drop"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <span class="quiet">
        <Icon name="upload" size={24} />
      </span>
      <strong>Drop a file here</strong>
      <Button kind="primary" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.json,.ndjson,.jsonl,text/csv,application/json"
        class="visually-hidden"
        tabIndex={-1}
        aria-label="File of animals"
        onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
      />
      <Mistake>{mistake}</Mistake>
      <Card
        title="A file that fits"
        about="The first line names the columns. A category is a name or an id; the status may be empty. The reference is your own number of the animal: with it, next month’s export adds only the new animals. Exports of Shelter Manager and RescueGroups.org are recognized."
      >
        <pre class="import-example">{EXAMPLE}</pre>
      </Card>
    </div>
  );
}

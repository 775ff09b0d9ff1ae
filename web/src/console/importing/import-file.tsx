import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { Icon } from '../../design/data/icons.tsx';

const EXAMPLE = 'name,category,status\nRex,Dogs,available\nMia,Cats,pending\n"Bo, the brave",Dogs,';
/** More than any shelter has, and less than a browser chokes on. */
const mostBytes = 50_000_000;

/** Takes a file: chosen, or dropped anywhere on the card. */
export function FilePick({ onText }: { readonly onText: (name: string, text: string) => void }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [mistake, setMistake] = useState<string>();
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setMistake(undefined);
    const text = file.size > mostBytes ? undefined : await utf8Of(file);
    if (file.size > mostBytes)
      setMistake('The file is larger than 50 MB. Split it, or use `petstore import` on the server.');
    else if (text === undefined) setMistake('The file is not in UTF-8. Save it as “CSV UTF-8” and choose it again.');
    else if (text.trim() === '') setMistake('The file is empty.');
    else onText(file.name, text);
  };
  return (
    <div
      class="import-drop"
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
      <span class="import-drop-icon">
        <Icon name="upload" size={24} />
      </span>
      <p class="import-drop-title">Drop a CSV file here</p>
      <Button kind="primary" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        class="visually-hidden"
        tabIndex={-1}
        aria-label="CSV file"
        onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
      />
      {mistake !== undefined && (
        <p class="field-error" role="alert">
          {mistake}
        </p>
      )}
      <Card
        title="What it looks like"
        about="The first line names the columns. A category is its name or its number; the status may be left empty."
      >
        <pre class="import-example">{EXAMPLE}</pre>
      </Card>
    </div>
  );
}

async function utf8Of(file: File): Promise<string | undefined> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

import cliTruncate from 'cli-truncate';
import { type EventType, type PetstoreEvent, PetstoreError } from '../../../client/src/petstore.ts';
import { EVENT_KINDS } from '../../vocabulary/event-kinds.ts';
import { type JsonOption, sanitized, type Terminal, untilStopped } from '../terminal.ts';
import { withPetstore } from './connect.ts';

interface TailOptions extends JsonOption {
  readonly types?: readonly EventType[];
  readonly after?: number;
}

/** Prints events as they happen, until Ctrl-C. After a broken connection, the stream resumes where it stopped. */
export async function tailEvents(terminal: Terminal, { types, after, json = false }: TailOptions): Promise<void> {
  await untilStopped(terminal, async (signal) => {
    await withPetstore(terminal, async (petstore, { baseUrl }) => {
      if (terminal.isTty) terminal.note(`Events of ${baseUrl}. Press Ctrl-C to stop.`, 'dim');
      try {
        const asked = { signal, ...(types !== undefined && { types }), ...(after !== undefined && { after }) };
        for await (const event of petstore.events.stream(asked)) {
          if (json) terminal.printJson(event);
          else terminal.print(eventLine(terminal, event));
        }
      } catch (error) {
        if (!(error instanceof PetstoreError && error.code === 'aborted')) throw error;
      }
    });
  });
}

const kindWidth = Math.max(...EVENT_KINDS.map((kind) => kind.length));

/** One line such as `2026-11-21 09:30:00     1043  pet.status_changed  Rex (42) is pending`. In a pipe: tab-separated, with the time in UTC. */
export function eventLine(terminal: Terminal, event: PetstoreEvent): string {
  const { timestamp } = event;
  const type = sanitized(event.type);
  const sequence = sanitized(String(event.sequence));
  const what = sanitized(describe(event));
  if (!terminal.isTty) return [sanitized(timestamp), sequence, type, what].join('\t');
  const at = new Date(timestamp);
  // The Swedish locale formats dates as ISO 8601.
  const when = `${at.toLocaleString('sv')}  ${sequence.padStart(7)}`;
  const kind = type.padEnd(kindWidth);
  const room = terminal.width - when.length - kind.length - 6;
  return `${terminal.paint('dim', when)}  ${terminal.paint('cyan', kind)}  ${cliTruncate(what, Math.max(room, 20))}`;
}

const GONE: Readonly<Record<string, string>> = {
  'pet.deleted': 'is deleted',
  'pet.unlisted': 'is no longer for visitors',
};

function describe({ type, data }: PetstoreEvent): string {
  if ('petId' in data) return `order ${data.id} of animal ${data.petId}: ${data.status}`;
  if ('categoryId' in data) return `${data.name} (${data.id}) ${GONE[type] ?? `is ${data.status}`}`;
  if ('message' in data) return `${data.id} ${data.status}: ${data.message}`;
  if ('prefix' in data) return `key ${data.id} (${data.prefix}…${data.lastFour})`;
  if ('url' in data) return `webhook ${data.id} (${data.url})`;
  if ('role' in data) return `account ${data.id} (${data.role})`;
  if ('by' in data) return `staging's clock is ahead by ${data.advancedBy}`;
  if ('webhookId' in data) return `webhook ${data.webhookId}`;
  if ('answers' in data) return `${data.orders} orders, ${data.messages} messages, ${data.accounts} accounts`;
  return `${data.name} (${data.id})`;
}

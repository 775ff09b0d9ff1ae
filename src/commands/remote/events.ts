import { type EventType, type PetstoreEvent, PetstoreError } from '../../../client/src/petstore.ts';
import { cut } from '../rows.ts';
import { harmless, type Terminal } from '../terminal.ts';
import { withPetstore } from './connect.ts';
import { untilStopped } from './until-stopped.ts';

export interface TailOptions {
  readonly types?: readonly EventType[];
  readonly after?: number;
  readonly json?: boolean;
}

/** Prints events as they happen, until Ctrl-C. A connection that breaks is taken up again where it was. */
export async function tailEvents(terminal: Terminal, { types, after, json = false }: TailOptions): Promise<void> {
  await untilStopped(async (signal) => {
    await withPetstore(async (petstore, { baseUrl }) => {
      if (terminal.isPerson) terminal.note(`The events of ${baseUrl}, as they happen. Ctrl-C ends it.`, 'dim');
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

/** `2026-11-21 09:30:00     1043  pet.status_changed  Rex (42) is pending`, on one line. In a pipe between tabs, with the time in UTC. */
export function eventLine(terminal: Terminal, event: PetstoreEvent): string {
  const { timestamp } = event;
  const type = harmless(event.type);
  const sequence = harmless(String(event.sequence));
  const what = harmless(describe(event));
  if (!terminal.isPerson) return [harmless(timestamp), sequence, type, what].join('\t');
  const at = new Date(timestamp);
  // The Swedish way to write a date is ISO 8601.
  const when = `${at.toLocaleString('sv')}  ${sequence.padStart(7)}`;
  const kind = type.padEnd(18);
  const room = terminal.width - when.length - kind.length - 6;
  return `${terminal.paint('dim', when)}  ${terminal.paint('cyan', kind)}  ${cut(what, Math.max(room, 20))}`;
}

function describe({ type, data }: PetstoreEvent): string {
  if ('petId' in data) return `order ${data.id} of animal ${data.petId}: ${data.status}`;
  if ('categoryId' in data)
    return `${data.name} (${data.id}) ${type === 'pet.deleted' ? 'is gone' : `is ${data.status}`}`;
  if ('message' in data) return `${data.id} ${data.status}: ${data.message}`;
  if ('prefix' in data) return `key ${data.id} (${data.prefix}…${data.lastFour})`;
  if ('webhookId' in data) return `webhook ${data.webhookId}`;
  return `${data.name} (${data.id})`;
}

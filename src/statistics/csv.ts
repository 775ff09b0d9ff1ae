import type { FastifyReply, FastifyRequest } from 'fastify';
import { qualityOf } from '../http/accept.ts';
import { vary } from '../http/respond.ts';
import { csvCell } from '../vocabulary/text/csv.ts';

/** Each object is a row; the members of objects in it are columns, such as `inCare.begin`. All of them have the columns of the given names. */
export function csvOf(columns: readonly string[], rows: readonly object[]): string {
  const cells = rows.map((row) => new Map(leavesOf(row, '')));
  const lines = cells.map((row) => columns.map((column) => csvCell(row.get(column))).join(','));
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

/** The columns of an object, in its order. */
export const columnsOf = (row: object): string[] => leavesOf(row, '').map(([name]) => name);

type Cell = string | number | bigint | undefined;

function leavesOf(value: object, prefix: string): [name: string, cell: Cell][] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    typeof member === 'object' && member !== null
      ? leavesOf(member, `${prefix}${name}.`)
      : [[`${prefix}${name}`, member as Cell] as [string, Cell]],
  );
}

/** Whether the client prefers tables to JSON. */
export function wantsCsv({ headers: { accept = '' } }: FastifyRequest, reply: FastifyReply): boolean {
  vary(reply, 'accept');
  return qualityOf(accept, ['text/csv', 'text/*']) > qualityOf(accept, ['application/json', 'application/*']);
}

export function sendTable(reply: Pick<FastifyReply, 'type'>, csv: string): undefined {
  void reply.type('text/csv; charset=utf-8').send(csv);
}

import type { DestinationStream } from 'pino';

/** Collects log lines, one string each. */
export function logLines(): {
  readonly stream: DestinationStream;
  readonly lines: string[];
  parsed(): Record<string, unknown>[];
} {
  const lines: string[] = [];
  return {
    // The lines of one turn come together.
    stream: { write: (text) => void lines.push(...text.split(/(?<=\n)/)) },
    lines,
    parsed: () => lines.map((line) => JSON.parse(line)),
  };
}

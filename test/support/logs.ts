import type { DestinationStream } from 'pino';

/** Collects log lines, one string each. */
export function logLines(): {
  readonly stream: DestinationStream;
  readonly lines: string[];
  parsed(): Record<string, unknown>[];
} {
  const lines: string[] = [];
  return {
    stream: { write: (line) => void lines.push(line) },
    lines,
    parsed: () => lines.map((line) => JSON.parse(line)),
  };
}

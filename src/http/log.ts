import { type DestinationStream, type Logger, pino } from 'pino';

/** Structured logs, one JSON object a line. Never given a key, a body or a header: what is not there cannot leak. */
export type Log = Logger;

export function openLog(options: {
  readonly level: string;
  readonly environment: string;
  readonly destination: DestinationStream;
}): Log {
  return pino(
    {
      level: options.level,
      base: { environment: options.environment },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    options.destination,
  );
}

import { prettyFactory } from 'pino-pretty';
import type { LogStream } from '../../telemetry/log.ts';
import type { Terminal } from '../terminal.ts';

/** The fields of a log line. Only requests have a route. */
interface Line {
  readonly environment: string;
  readonly msg?: string;
  readonly requestId?: string;
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly account?: number;
}

/** Formats log lines for a terminal: `09:30:00 production 200 GET /v1/pets 0.8 ms`, then the remaining fields. */
export function prettyLogs({ paint }: Terminal, output: LogStream): LogStream {
  const pretty = prettyFactory({
    colorize: paint('bold', '') !== '',
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'environment,method,route,status,ms,requestId,account',
    messageFormat: (line) => textOf(paint, line as unknown as Line),
  });
  return {
    write(lines) {
      for (const line of lines.split('\n')) if (line !== '') output.write(pretty(line));
    },
    lost: () => output.lost(),
  };
}

function textOf(
  paint: Terminal['paint'],
  { environment, msg = '', requestId = '', method = '', route, status = 0, ms = 0, account }: Line,
): string {
  const where = paint('dim', environment.padEnd(10));
  if (route === undefined) return `${where} ${msg} ${requestId}`.trimEnd();
  const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const rest = `${ms} ms ${account === undefined ? '' : `account ${account} `}${requestId}`;
  return `${where} ${paint(color, String(status))} ${method.padEnd(6)} ${route} ${paint('dim', rest)}`;
}

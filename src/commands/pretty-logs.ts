import { styleText } from 'node:util';
import { PinoPretty } from 'pino-pretty';

/** What a log line may hold, of a request or of anything else. */
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

/** Log lines for a terminal: `09:30:00 production 200 GET /v1/pets 0.8 ms`, with the rest behind. */
export function prettyLogs() {
  return PinoPretty({
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'environment,method,route,status,ms,requestId,account',
    messageFormat: (line) => textOf(line as unknown as Line),
  });
}

function textOf({
  environment,
  msg = '',
  requestId = '',
  method = '',
  route,
  status = 0,
  ms = 0,
  account,
}: Line): string {
  const where = styleText('dim', environment.padEnd(10));
  if (route === undefined) return `${where} ${msg} ${requestId}`.trimEnd();
  const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const rest = `${ms} ms ${account === undefined ? '' : `account ${account} `}${requestId}`;
  return `${where} ${styleText(color, String(status))} ${method.padEnd(6)} ${route} ${styleText('dim', rest)}`;
}

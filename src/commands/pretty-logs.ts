import { styleText } from 'node:util';
import { PinoPretty } from 'pino-pretty';

/** Log lines for a terminal: `09:30:00 production GET /v1/pets 200 0.8 ms`, with the rest behind. */
export function prettyLogs() {
  return PinoPretty({
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'environment,method,route,status,ms,requestId,account',
    messageFormat: (log) => {
      const environment = styleText('dim', String(log['environment']).padEnd(10));
      if (log['route'] === undefined)
        return `${environment} ${String(log['msg'] ?? '')} ${String(log['requestId'] ?? '')}`;
      const status = Number(log['status']);
      const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
      const account = log['account'] === undefined ? '' : `account ${String(log['account'])} `;
      return `${environment} ${styleText(color, String(status))} ${String(log['method']).padEnd(6)} ${String(log['route'])} ${styleText('dim', `${String(log['ms'])} ms ${account}${String(log['requestId'])}`)}`;
    },
  });
}

import { once } from 'node:events';
import { pino } from 'pino';
import { EXITS, Failure, reasonOf } from '../../failure.ts';
import { openService, type Service } from '../../service.ts';
import { type Settings, settingsOf } from '../../settings.ts';
import { environmentsOf } from '../../vocabulary/environments.ts';
import type { Terminal } from '../terminal.ts';
import { banner } from './banner.ts';
import { firstKeysText, row, writeFirstKeys } from './first-keys.ts';

/** Serves until SIGTERM or SIGINT, then drains. A second signal ends the process immediately. */
export async function serve(terminal: Terminal, settings: Settings): Promise<void> {
  const logs = await logDestination(terminal, settings);
  const services: Service[] = [];
  try {
    for (const environment of environmentsOf(settings)) {
      services.push(await openService(environment, settings, { logs: logs.stream }));
    }
    const addresses = await Promise.all(services.map((service) => service.listen()));
    // Before the banner: a script may send the signal as soon as it reads the banner.
    const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
    const origins = services.map(
      ({ environment }, i) => settingsOf(environment, settings).publicUrl || addresses[i] || '',
    );
    const firstKeys = await showFirstKeys(terminal, settings, services, origins);
    process.stdout.write(banner(terminal, { settings, services, addresses, origins, firstKeys }));
    await stopped;
    process.once('SIGINT', () => process.exit(EXITS.interrupted.code));
    process.once('SIGTERM', () => process.exit(EXITS.terminated.code));
  } finally {
    await closeAll(services);
    logs.flush();
  }
}

/** The lines of the banner with the first keys. With FIRST_KEYS=file they name the file that has them: standard output may be a log. */
async function showFirstKeys(
  { paint }: Terminal,
  { firstKeys, dataDir }: Settings,
  services: readonly Service[],
  origins: readonly string[],
): Promise<readonly string[]> {
  if (firstKeys === 'print') return firstKeysText(paint, services, origins);
  const lines = firstKeysText((_, text) => text, services, origins);
  if (lines.length === 0) return [];
  const file = await writeFirstKeys(dataDir, lines);
  return [row('First keys', `${file} (save them, and delete the file)`), ''];
}

/** Closes all services concurrently, even if one of them fails. */
async function closeAll(services: readonly Service[]): Promise<void> {
  const results = await Promise.allSettled(services.map((service) => service.close()));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Buffers log lines for up to a second, so that no request waits for its log line to be written. */
async function logDestination(
  terminal: Terminal,
  { logFormat }: Settings,
): Promise<{ stream: pino.DestinationStream; flush: () => void }> {
  if (logFormat === 'pretty' || (logFormat === 'auto' && terminal.isTty)) {
    const { prettyLogs } = await import('./pretty-logs.ts');
    return { stream: prettyLogs(terminal), flush: () => {} };
  }
  const stream = pino.destination({ dest: 1, sync: false, minLength: 65_536, maxWrite: 131_072, periodicFlush: 1_000 });
  await once(stream, 'ready').catch((cause: unknown) => {
    throw new Failure(`The log cannot be written: ${reasonOf(cause)}.`, { cause });
  });
  return { stream, flush: () => stream.flushSync() };
}

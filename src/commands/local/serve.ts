import { once } from 'node:events';
import { pino } from 'pino';
import { Failure } from '../../failure.ts';
import { openService, type Service } from '../../service.ts';
import type { Settings } from '../../settings.ts';
import { type Environment, environmentsOf } from '../../vocabulary/environments.ts';
import type { Terminal } from '../terminal.ts';
import { banner } from './banner.ts';

/** Serves until SIGTERM or SIGINT, then drains. A second signal ends the process at once. */
export async function serve(terminal: Terminal, settings: Settings): Promise<void> {
  const logs = await logDestination(terminal, settings);
  const services = new Map<Environment, Service>();
  const closeAll = () => Promise.all([...services.values()].map((service) => service.close()));
  let stopped: Promise<unknown>;
  try {
    for (const environment of environmentsOf(settings)) {
      services.set(environment, await openService(environment, settings, { logs: logs.stream }));
    }
    const addresses = await Promise.all([...services.values()].map((service) => service.listen()));
    // Whoever reads that it serves may stop it at once.
    stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
    process.stdout.write(banner(terminal, { settings, services: [...services.values()], addresses }));
  } catch (error) {
    await closeAll();
    throw error;
  }

  await stopped;
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  await closeAll();
  logs.flush();
}

/** Lines gather for up to a second before they are written: a request does not wait for its log line. */
async function logDestination(
  terminal: Terminal,
  { logFormat }: Settings,
): Promise<{ stream: pino.DestinationStream; flush: () => void }> {
  if (logFormat === 'pretty' || (logFormat === 'auto' && terminal.isPerson)) {
    const { prettyLogs } = await import('./pretty-logs.ts');
    return { stream: prettyLogs(terminal), flush: () => {} };
  }
  const stream = pino.destination({ dest: 1, sync: false, minLength: 65_536, maxWrite: 131_072, periodicFlush: 1_000 });
  await once(stream, 'ready').catch((cause: unknown) => {
    throw new Failure(`The log cannot be written: ${String(cause)}`);
  });
  return { stream, flush: () => stream.flushSync() };
}

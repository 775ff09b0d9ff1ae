import { once } from 'node:events';
import { openService, type Service } from '../../composition/service.ts';
import { EXITS, reasonOf } from '../../failure.ts';
import { type Settings, settingsOf } from '../../settings/settings.ts';
import type { LogStream } from '../../telemetry/log.ts';
import { environmentsOf } from '../../vocabulary/environments.ts';
import type { Terminal } from '../terminal.ts';
import { banner } from './banner.ts';
import { firstKeysText, row, writeFirstKeys } from './first-keys.ts';
import { type LogOutput, openLogOutput } from './log-output.ts';

/**
 * Serves until SIGTERM, SIGINT or SIGHUP, which a terminal sends when it closes, then drains. A second SIGTERM or SIGINT ends the process
 * immediately.
 */
export async function serve(terminal: Terminal, settings: Settings): Promise<void> {
  const isPretty = settings.logFormat === 'pretty' || (settings.logFormat === 'auto' && terminal.isTty);
  // Lines are written together, so that no request waits for its line.
  const output = openLogOutput(isPretty ? 50 : 1_000);
  const logs = isPretty ? await pretty(terminal, output) : output;
  const services: Service[] = [];
  // Before the start, which may take minutes, and the banner: a script may send the signal as soon as it reads the banner.
  const stopped = Promise.race(['SIGTERM', 'SIGINT', 'SIGHUP'].map((signal) => once(process, signal)));
  let cutBy: NodeJS.Signals | undefined;
  const addresses: string[] = [];
  const listening: Promise<string>[] = [];
  let areKeysShown = false;
  /** The first keys, and where the services are that have been opened. */
  const showKeys = async () => {
    const begun = services.flatMap((service, i) => [{ service, address: addresses[i] ?? '' }]);
    const origins = begun.map(
      ({ service: { environment }, address }) => settingsOf(environment, settings).publicUrl || address,
    );
    const own = begun.map(({ service }) => service);
    return { origins, firstKeys: await showFirstKeys(terminal, settings, own, origins) };
  };
  const tellFailure = (failure: unknown): readonly string[] => {
    terminal.note(`petstore: ${reasonOf(failure)}`);
    return [];
  };
  try {
    // Side by side: an environment that migrates must not keep the other from serving.
    const started = allEnded(
      environmentsOf(settings).map(async (environment, i) => {
        services[i] = await openService(environment, settings, { logs });
        if (cutBy !== undefined) return;
        const address = services[i].listen();
        listening.push(address);
        addresses[i] = await address;
      }),
    );
    const signal = await Promise.race([
      started.then(() => undefined),
      stopped.then(([name]) => name as NodeJS.Signals),
    ]);
    if (signal !== undefined) {
      cutBy = signal;
      return;
    }
    areKeysShown = true;
    output.write(banner(terminal, { settings, services, addresses, ...(await showKeys()) }));
    output.flush();
    await stopped;
    process.once('SIGINT', () => process.exit(EXITS.interrupted.code));
    process.once('SIGTERM', () => process.exit(EXITS.terminated.code));
    process.on('SIGHUP', () => {});
  } finally {
    try {
      // One environment may have begun to serve before the other failed, or before the signal: its first key is made once.
      await Promise.allSettled(listening);
      // What failed before, or the signal, ends the command: a failure to show them is only told.
      const unshown = areKeysShown ? [] : await showKeys().then(({ firstKeys }) => firstKeys, tellFailure);
      if (unshown.length > 0) output.write(`\n${unshown.join('\n')}\n`);
      output.flush();
    } finally {
      try {
        await allEnded(services.filter((service) => service !== undefined).map((service) => service.close()));
      } finally {
        await output.end();
        if (cutBy !== undefined) {
          // `process.exit` would wait for a thread that migrates. What it has done has no effect: the next start begins again.
          process.kill(process.pid, cutBy);
          process.exit(EXITS.terminated.code);
        }
      }
    }
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

/** Waits for all, even if one fails: a service cannot be closed while it opens its port, and each must be closed. */
async function allEnded<T>(pending: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(pending);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

async function pretty(terminal: Terminal, output: LogOutput): Promise<LogStream> {
  const { prettyLogs } = await import('./pretty-logs.ts');
  return prettyLogs(terminal, output);
}

import { once } from 'node:events';
import { createServer } from 'node:net';
import { localOriginOf } from '../../settings/origins.ts';
import { type Settings, settingName, settingsOf } from '../../settings/settings.ts';
import { type Environment, environmentsOf } from '../../vocabulary/environments.ts';
import { aheadMs, type Check, type Finding, findings } from './check.ts';

const answerWithinMs = 3_000;
const toleratedMs = 2_000;

/** Checks that the port of each environment is free, or that the service listens on it. */
export const portsCheck: Check = (settings) =>
  Promise.all(environmentsOf(settings).map((environment) => checkPort(environment, settings)));

async function checkPort(environment: Environment, settings: Settings): Promise<Finding> {
  const found = findings(`Port, ${environment}`);
  const { host, port } = settingsOf(environment, settings);
  const setting = settingName('PORT', environment);
  if (port === 0) return found.well('any free port');
  const failure = await listenFailure(host, port);
  if (failure === undefined) return found.well(`${host}:${port} is free; no service is running`);
  if (failure.code === 'EADDRINUSE') return checkService(found, localOriginOf(environment, settings), setting);
  const todo =
    failure.code === 'EACCES' ? `Set ${setting} to a port above 1023.` : 'Set HOST to an address of this machine.';
  return found.bad(`The service cannot listen on ${host}:${port}: ${failure.message}.`, todo);
}

async function listenFailure(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  } finally {
    server.close();
  }
}

/** Checks that the program on the port is Petstore, and that it is ready. */
async function checkService(
  { well, warn, bad }: ReturnType<typeof findings>,
  origin: string,
  setting: string,
): Promise<Finding> {
  const elsewhere = `Stop that program, or set ${setting} to another port.`;
  try {
    const askedMs = Date.now();
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(answerWithinMs) });
    const body = await answer.text();
    if (answer.status === 200 && body.includes('"ready"')) {
      const differenceMs = aheadMs(Date.parse(answer.headers.get('date') ?? ''), askedMs);
      if (Math.abs(differenceMs) <= toleratedMs) return well(`Petstore is ready at ${origin}`);
      return warn(
        `The clock of the service at ${origin} is ${Math.round(differenceMs / 1_000)} s ahead of this one.`,
        'Synchronize both with NTP.',
      );
    }
    if (answer.status === 503 && body.includes('"service_unavailable"')) {
      const { message } = JSON.parse(body) as { readonly message: string };
      return bad(`The service at ${origin} is running but not ready: ${message}`, 'See its log for the cause.');
    }
    return bad(`The program that responds at ${origin} is not Petstore.`, elsewhere);
  } catch {
    return bad(`The program that uses the port of ${origin} does not respond.`, elsewhere);
  }
}

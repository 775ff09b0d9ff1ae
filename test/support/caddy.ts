import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfTest } from './at-end.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

/** A proxy of `deploy/`, with a certificate that nobody else trusts. */
export interface TestProxy {
  /** Such as `https://localhost:41234`: the only host name that it serves. */
  readonly origin: string;
  /** The file with the certificate of its authority, such as for NODE_EXTRA_CA_CERTS. */
  readonly authorityFile: string;
  /** The same as text, for `ca` of `https.request`. */
  readonly authority: string;
  close(): Promise<void>;
}

/**
 * Caddy with the Caddyfile of `deploy/small/`, and certificates of an authority of its own.
 *
 * @param upstream the address of the service, which may start later: `127.0.0.1:8080`
 * @param port by default any free one
 */
export async function startCaddy(upstream: string, port?: number): Promise<TestProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-caddy-'));
  const file = join(folder, 'Caddyfile');
  const [httpsPort, httpPort] = [port ?? (await freePort()), await freePort()];
  const shipped = await readFile(new URL('../../deploy/small/Caddyfile', import.meta.url), 'utf8');
  const forTests = `{
    admin off
    grace_period 1ms
    skip_install_trust
    local_certs
    http_port ${httpPort}
    https_port ${httpsPort}
  }`;
  await writeFile(file, `${forTests}\n${shipped}`);
  return openProxy('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    folder,
    port: httpsPort,
    authorityFile: join(folder, 'caddy/pki/authorities/local/root.crt'),
    env: {
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      PETSTORE_HOST: 'localhost',
      PETSTORE_UPSTREAM: upstream,
    },
  });
}

interface ProxyParts {
  /** Its files, which are removed with it. */
  readonly folder: string;
  readonly port: number;
  readonly authorityFile: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a proxy, and resolves once it answers. One that a test starts is closed when the test has ended. */
export async function openProxy(command: string, args: readonly string[], parts: ProxyParts): Promise<TestProxy> {
  const { folder, port, authorityFile, env } = parts;
  const origin = `https://localhost:${port}`;
  const proxy = spawn(command, args, {
    env: { PATH: `${process.env['PATH']}:/usr/sbin`, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C in the terminal must not reach it.
    detached: true,
  });
  let log = '';
  proxy.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = once(proxy, 'exit');
  const endWithUs = () => void proxy.kill();
  process.once('exit', endWithUs);
  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= (async () => {
      process.off('exit', endWithUs);
      // Not SIGQUIT, and no grace: the streams of a test that failed are open still.
      proxy.kill();
      await ended;
      await rm(folder, { recursive: true });
    })());
  atEndOfTest(close);
  try {
    await eventually(async () => {
      if (proxy.exitCode !== null) throw new Error(`${command} ended: ${log}`);
      const ca = await readFile(authorityFile, 'utf8').catch(() => undefined);
      return ca !== undefined && (await answers(origin, ca));
    });
  } catch (error) {
    // No test has begun yet that would end it.
    await close();
    throw error;
  }
  return { origin, authorityFile, authority: await readFile(authorityFile, 'utf8'), close };
}

/** `/metrics` is not passed on: the service may start later. */
async function answers(origin: string, ca: string): Promise<boolean> {
  try {
    const [answer] = await once(request(`${origin}/metrics`, { ca, agent: false }).end(), 'response');
    answer.resume();
    return answer.statusCode === 404;
  } catch {
    return false;
  }
}

import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BenchError, loadCore, quiet } from './machine.ts';

export interface Request {
  /** `MIXED` is GET, but POST every tenth time. */
  readonly method: 'GET' | 'POST' | 'MIXED';
  readonly url: string;
  readonly key: string;
  readonly body?: string;
}

export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  readonly p99Ms: number;
}

const connections = 64;

/**
 * Repeats one request for some seconds from the load's core, after the machine has become quiet.
 *
 * @throws BenchError if a response was not successful or a connection broke
 */
export function load(folder: string, request: Request, seconds: number): Promise<Load> {
  return run(folder, ['taskset', '-c', String(loadCore), 'wrk', '-t1'], request, { seconds, ports: [] });
}

/** Like `load`, but from any core, to several servers of this machine. Each server gets an equal share of the connections. */
export function loadAll(folder: string, request: Request, seconds: number, ports: readonly string[]): Promise<Load> {
  return run(folder, ['wrk', `-t${ports.length}`], request, { seconds, ports });
}

async function run(
  folder: string,
  [command = '', ...args]: readonly string[],
  request: Request,
  { seconds, ports }: { readonly seconds: number; readonly ports: readonly string[] },
): Promise<Load> {
  await quiet();
  const script = join(mkdtempSync(join(folder, 'wrk-')), 'load.lua');
  writeFileSync(script, lua(request) + eachToOne(ports));
  const options = [`-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '--latency', '-s', script, request.url];
  const { stdout } = await promisify(execFile)(command, [...args, ...options]);
  const counted = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Load & { refused: number; broken: number };
  if (counted.refused + counted.broken > 0 || counted.requests === 0) {
    throw new BenchError(
      `${request.method} ${request.url}: ${counted.refused} of ${counted.requests} responses were not successful, ${counted.broken} connections broke.`,
    );
  }
  return counted;
}

function lua({ method, key, body }: Request): string {
  return `
wrk.method = "${method}"
wrk.headers["Authorization"] = "Bearer ${key}"
${body === undefined ? '' : `wrk.headers["Content-Type"] = "application/json"\nwrk.body = ${JSON.stringify(body)}`}
${method === 'MIXED' ? everyTenthPosts : ''}
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"perSecond":%f,"p99Ms":%f,"refused":%d,"broken":%d}\\n',
    summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(99) / 1e3,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
`;
}

const everyTenthPosts = `
local get, post
local sent = 0
function init()
  post = wrk.format("POST")
  wrk.headers["Content-Type"] = nil
  get = wrk.format("GET", nil, nil, "")
end
function request()
  sent = sent + 1
  return sent % 10 == 0 and post or get
end`;

/** The script that assigns one thread to each port. */
function eachToOne(ports: readonly string[]): string {
  if (ports.length === 0) return '';
  return `
local ports = { ${ports.map((port) => `"${port}"`).join(', ')} }
local threads = 0
function setup(thread)
  threads = threads + 1
  thread.addr = wrk.lookup("127.0.0.1", ports[threads])[1]
end
`;
}

import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BenchError, loadCore, quiet } from './machine.ts';

export interface Request {
  readonly method: 'GET' | 'POST';
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

/** Sends one request over and over for some seconds, once the machine is quiet. Throws BenchError when an answer was no success. */
export async function load(folder: string, request: Request, seconds: number): Promise<Load> {
  await quiet();
  const script = join(mkdtempSync(join(folder, 'wrk-')), 'load.lua');
  writeFileSync(script, lua(request));
  const wrk = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '--latency'];
  const { stdout } = await promisify(execFile)('taskset', ['-c', String(loadCore), ...wrk, '-s', script, request.url]);
  const counted = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Load & { refused: number; broken: number };
  if (counted.refused + counted.broken > 0 || counted.requests === 0) {
    throw new BenchError(
      `${request.method} ${request.url}: ${counted.refused} of ${counted.requests} answers were no success, ${counted.broken} connections broke.`,
    );
  }
  return counted;
}

function lua({ method, key, body }: Request): string {
  return `
wrk.method = "${method}"
wrk.headers["Authorization"] = "Bearer ${key}"
${body === undefined ? '' : `wrk.headers["Content-Type"] = "application/json"\nwrk.body = ${JSON.stringify(body)}`}
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"perSecond":%f,"p99Ms":%f,"refused":%d,"broken":%d}\\n',
    summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(99) / 1e3,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
`;
}

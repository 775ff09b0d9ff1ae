import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** CPU time in µs by program. */
export type Cpu = Readonly<Record<Program, number>>;
type Program = 'node' | 'postgres' | 'redis';

/** The CPU time so far of the processes that descend from this one, without those that have ended. */
export function cpuOfDescendants(): Cpu {
  const used = { node: 0, postgres: 0, redis: 0 };
  const processes = new Map(readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? statusOf(pid) : [])));
  const isDescendant = (parent: number | undefined): boolean =>
    parent === process.pid || (parent !== undefined && parent > 1 && isDescendant(processes.get(parent)?.parent));
  for (const [pid, { parent, name }] of processes) {
    const program = isDescendant(parent) ? programOf(pid, name) : undefined;
    if (program !== undefined) used[program] += cpuOf(pid);
  }
  return used;
}

export const cpuBetween = (before: Cpu, after: Cpu): Cpu => ({
  node: after.node - before.node,
  postgres: after.postgres - before.postgres,
  redis: after.redis - before.redis,
});

function statusOf(pid: string): [number, { name: string; parent: number }][] {
  const [, name = '', parent = ''] = /^\d+ \((.*)\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`)) ?? [];
  return parent === '' ? [] : [[Number(pid), { name, parent: Number(parent) }]];
}

function programOf(pid: number, name: string): Program | undefined {
  if (name === 'postgres') return 'postgres';
  if (name === 'redis-server') return 'redis';
  try {
    return readlinkSync(`/proc/${pid}/exe`) === process.execPath ? 'node' : undefined;
  } catch {
    // It has ended.
    return undefined;
  }
}

/** The scheduler's own account, in nanoseconds: far finer than the ticks of `/proc/PID/stat`. */
function cpuOf(pid: number): number {
  let tasks: string[];
  try {
    tasks = readdirSync(`/proc/${pid}/task`);
  } catch {
    return 0;
  }
  const ns = tasks.map((task) => Number(read(`/proc/${pid}/task/${task}/schedstat`).split(' ')[0]));
  return ns.reduce((sum, each) => sum + each, 0) / 1_000;
}

/** Empty if the process has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

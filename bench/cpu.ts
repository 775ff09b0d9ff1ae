import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** CPU time in µs by program. */
export type Cpu = Readonly<Record<Program, number>>;
type Program = 'node' | 'postgres' | 'redis';

interface Process {
  readonly program: Program;
  readonly us: number;
}

/** The CPU time so far of each process that descends from this one, by its id. */
export function cpuOfDescendants(): ReadonlyMap<number, Process> {
  const processes = new Map(readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? statusOf(pid) : [])));
  const isDescendant = (parent: number | undefined): boolean =>
    parent === process.pid || (parent !== undefined && parent > 1 && isDescendant(processes.get(parent)?.parent));
  const used = new Map<number, Process>();
  for (const [pid, { parent, name }] of processes) {
    const program = isDescendant(parent) ? programOf(pid, name) : undefined;
    if (program !== undefined) used.set(pid, { program, us: cpuOf(pid) });
  }
  return used;
}

/** What the processes of `after` have used since `before`. Those that ended meanwhile are not counted: PostgreSQL's of idle connections. */
export function cpuBetween(before: ReadonlyMap<number, Process>, after: ReadonlyMap<number, Process>): Cpu {
  const used = { node: 0, postgres: 0, redis: 0 };
  for (const [pid, { program, us }] of after) used[program] += us - (before.get(pid)?.us ?? 0);
  return used;
}

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

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

// Random histories of the whole service, for hours: `npm run model -- --hours 2`. Or one history: `npm run model -- --history '[["add",0,"sold"]]'`.

const { values } = parseArgs({
  options: { hours: { type: 'string' }, history: { type: 'string' }, on: { type: 'string' } },
});
const { hours, history, on } = values;
const { status } = spawnSync('vitest', ['run', 'test/model', ...(on === undefined ? [] : ['-t', `on ${on}`])], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(hours === undefined ? {} : { MODEL_HOURS: hours }),
    ...(history === undefined ? {} : { MODEL_HISTORY: history }),
  },
});
process.exitCode = status ?? 1;

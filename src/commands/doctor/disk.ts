import { access, constants, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { exists, sizeOf } from '../files.ts';
import { type Check, type Finding, findings } from './check.ts';

const minFreeBytes = 100e6;
const warnBelowBytes = 1e9;
const folder = findings('Data folder');
const disk = findings('Disk');

/** Checks who can write and read the data folder. */
export const folderCheck: Check = async ({ dataDir }) => {
  if (!(await exists(dataDir))) return folder.well(`${dataDir} does not exist yet; the first start creates it`);
  const stats = await stat(dataDir);
  if (!stats.isDirectory()) return folder.bad(`${dataDir} is not a folder.`, 'Set DATA_DIR to a writable folder.');
  const isWritable = await access(dataDir, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable)
    return folder.bad(
      `This user cannot write to ${dataDir}.`,
      `Run as its owner (user ${stats.uid}), or set DATA_DIR to another folder.`,
    );
  const found: Finding[] = [];
  const uid = process.getuid?.();
  if (uid !== undefined && uid !== stats.uid)
    found.push(
      folder.warn(
        `${dataDir} belongs to user ${stats.uid}, but this is user ${uid}: the service could not open files created now.`,
        `Run petstore as user ${stats.uid}.`,
      ),
    );
  const names = (await readdir(dataDir)).filter((name) => name.includes('.sqlite'));
  const open = [];
  for (const path of [dataDir, ...names.map((name) => join(dataDir, name))])
    if (((await stat(path)).mode & 0o077) !== 0) open.push(path);
  if (open.length > 0)
    found.push(
      folder.warn(`Other users of this machine can access ${open.join(', ')}.`, `chmod go= ${open.join(' ')}`),
    );
  return found.length > 0 ? found : folder.well(`${resolve(dataDir)}, accessible to its owner only`);
};

/** Checks that the databases and their write-ahead logs have room to grow. */
export const diskCheck: Check = async ({ dataDir }) => {
  let path = resolve(dataDir);
  while (!(await exists(path))) path = dirname(path);
  const { bavail, blocks, bsize } = await statfs(path);
  const freeBytes = bavail * bsize;
  const says = `${sizeOf(freeBytes)} free of ${sizeOf(blocks * bsize)}`;
  if (freeBytes >= warnBelowBytes) return disk.well(says);
  const todo = 'Free some space. On a full disk all writes fail with 503; acknowledged changes are not lost.';
  return (freeBytes < minFreeBytes ? disk.bad : disk.warn)(`Only ${says}.`, todo);
};

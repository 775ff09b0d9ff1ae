import { access, constants, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { exists, sizeOf } from '../files.ts';
import type { Check, Finding } from './check.ts';

const minFreeBytes = 100e6;
const warnBelowBytes = 1e9;

/** Checks who can write and read the data folder. */
export const folderCheck: Check = async ({ dataDir }) => {
  const about = 'Data folder';
  if (!(await exists(dataDir)))
    return [{ about, level: 'well', says: `${dataDir} does not exist yet; the first start creates it` }];
  const folder = await stat(dataDir);
  if (!folder.isDirectory())
    return [{ about, level: 'bad', says: `${dataDir} is not a folder.`, todo: 'Set DATA_DIR to a writable folder.' }];
  const isWritable = await access(dataDir, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable)
    return [
      {
        about,
        level: 'bad',
        says: `This user cannot write to ${dataDir}.`,
        todo: `Run as its owner (user ${folder.uid}), or set DATA_DIR to another folder.`,
      },
    ];
  const found: Finding[] = [];
  const uid = process.getuid?.();
  if (uid !== undefined && uid !== folder.uid)
    found.push({
      about,
      level: 'warn',
      says: `${dataDir} belongs to user ${folder.uid}, but this is user ${uid}: the service could not open files created now.`,
      todo: `Run petstore as user ${folder.uid}.`,
    });
  const names = (await readdir(dataDir)).filter((name) => name.includes('.sqlite'));
  const open = [];
  for (const path of [dataDir, ...names.map((name) => join(dataDir, name))])
    if (((await stat(path)).mode & 0o077) !== 0) open.push(path);
  if (open.length > 0)
    found.push({
      about,
      level: 'warn',
      says: `Other users of this machine can access ${open.join(', ')}.`,
      todo: `chmod go= ${open.join(' ')}`,
    });
  return found.length > 0
    ? found
    : [{ about, level: 'well', says: `${resolve(dataDir)}, accessible to its owner only` }];
};

/** Checks that the databases and their write-ahead logs have room to grow. */
export const diskCheck: Check = async ({ dataDir }) => {
  const about = 'Disk';
  let folder = resolve(dataDir);
  while (!(await exists(folder))) folder = dirname(folder);
  const { bavail, blocks, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const says = `${sizeOf(freeBytes)} free of ${sizeOf(blocks * bsize)}`;
  if (freeBytes >= warnBelowBytes) return [{ about, level: 'well', says }];
  const todo = 'Free some space. On a full disk all writes fail with 503; acknowledged changes are not lost.';
  return [{ about, level: freeBytes < minFreeBytes ? 'bad' : 'warn', says: `Only ${says}.`, todo }];
};

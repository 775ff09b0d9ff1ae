import { access, constants, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isThere, sizeOf } from '../files.ts';
import type { Check, Finding } from './check.ts';

const leastFreeBytes = 100e6;
const comfortableFreeBytes = 1e9;

/** The data folder: whether it can be written, who can read it. */
export const folderCheck: Check = async ({ dataDir }) => {
  const about = 'Data folder';
  if (!(await isThere(dataDir)))
    return [{ about, level: 'well', says: `${dataDir} is not there yet; the first start makes it` }];
  const folder = await stat(dataDir);
  if (!folder.isDirectory())
    return [
      { about, level: 'bad', says: `${dataDir} is no folder.`, todo: 'Set DATA_DIR to a folder that can be written.' },
    ];
  const isWritable = await access(dataDir, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable)
    return [
      {
        about,
        level: 'bad',
        says: `${dataDir} cannot be written by this user.`,
        todo: `Run as its owner (user ${folder.uid}), or set DATA_DIR to another folder.`,
      },
    ];
  const found: Finding[] = [];
  const uid = process.getuid?.();
  if (uid !== undefined && uid !== folder.uid)
    found.push({
      about,
      level: 'warn',
      says: `${dataDir} belongs to user ${folder.uid}, and this is user ${uid}: files made now would not be the service's.`,
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
      says: `Other users of this machine can read ${open.join(', ')}.`,
      todo: `chmod go= ${open.join(' ')}`,
    });
  return found.length > 0 ? found : [{ about, level: 'well', says: `${resolve(dataDir)}, for its own user alone` }];
};

/** Room for the stores to grow, and for the log of changes beside them. */
export const diskCheck: Check = async ({ dataDir }) => {
  const about = 'Disk';
  let place = resolve(dataDir);
  while (!(await isThere(place))) place = dirname(place);
  const { bavail, blocks, bsize } = await statfs(place);
  const freeBytes = bavail * bsize;
  const says = `${sizeOf(freeBytes)} free of ${sizeOf(blocks * bsize)}`;
  if (freeBytes >= comfortableFreeBytes) return [{ about, level: 'well', says }];
  const todo =
    'Make room: a full disk stops all writes (they are answered with 503; nothing that was acknowledged is lost).';
  return [{ about, level: freeBytes < leastFreeBytes ? 'bad' : 'warn', says: `Only ${says}.`, todo }];
};

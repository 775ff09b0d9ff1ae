import { argon2, type Argon2Parameters, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from '../http/errors.ts';
import type { RandomBytes } from './keys/api-key.ts';

interface Cost {
  readonly memoryKiB: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** The OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const currentCost: Cost = { memoryKiB: 19 * 1024, passes: 2, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;

/** Each hash takes 19 MiB and a thread of the process's pool (four by default), which file and DNS calls need as well. */
const mostAtOnce = 2;
/** At 40 to 100 ms each, the last in the queue waits for one or two seconds. */
const mostWaiting = 40;

/** So many passwords wait to be hashed that another would wait for too long. */
export class PasswordsBusy extends ApiError {
  override readonly name = 'PasswordsBusy';

  constructor() {
    super('service_unavailable', 'Too many people are signing up or in at this moment.', {
      headers: { 'retry-after': '2' },
    });
  }
}

/**
 * The password as an Argon2id hash in PHC form, salted.
 *
 * @throws PasswordsBusy
 */
export async function hashPassword(password: string, random: RandomBytes): Promise<string> {
  const salt = random(saltBytes);
  const tag = await tagOf(password, salt, currentCost, tagBytes);
  return phcOf(currentCost, salt, tag);
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Whether this is the password that was hashed, at whichever cost it was.
 *
 * @throws PasswordsBusy
 */
export async function verifyPassword(password: string, hashed: string): Promise<boolean> {
  const [, memoryKiB, passes, parallelism, salt = '', tag = ''] = phc.exec(hashed) ?? [];
  if (tag === '') throw new Error('The stored password is not an Argon2id hash in PHC form.');
  const expected = Buffer.from(tag, 'base64');
  const cost = { memoryKiB: Number(memoryKiB), passes: Number(passes), parallelism: Number(parallelism) };
  return timingSafeEqual(expected, await tagOf(password, Buffer.from(salt, 'base64'), cost, expected.length));
}

function phcOf({ memoryKiB, passes, parallelism }: Cost, salt: Uint8Array, tag: Uint8Array): string {
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');

/** The hash of no password. It is verified where there is none to verify, so that the answer comes no sooner. */
export const NOBODYS_HASH = phcOf(currentCost, new Uint8Array(saltBytes), new Uint8Array(tagBytes));

const argon2Async = promisify(argon2);

/** Text that looks the same is the same password, however the keyboard composed it. */
async function tagOf(password: string, salt: Uint8Array, cost: Cost, tagLength: number): Promise<Buffer> {
  const parameters: Argon2Parameters = {
    message: password.normalize('NFKC'),
    nonce: salt,
    memory: cost.memoryKiB,
    passes: cost.passes,
    parallelism: cost.parallelism,
    tagLength,
  };
  await enter();
  try {
    return await argon2Async('argon2id', parameters);
  } finally {
    leave();
  }
}

const waiting: (() => void)[] = [];
let running = 0;

async function enter(): Promise<void> {
  if (running < mostAtOnce) {
    running += 1;
    return;
  }
  if (waiting.length >= mostWaiting) throw new PasswordsBusy();
  await new Promise<void>((resolve) => waiting.push(resolve));
}

/** The place goes straight to the one who has waited longest. */
function leave(): void {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
}

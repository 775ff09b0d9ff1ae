import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

/** A sealed value cannot be opened. The message continues a sentence that begins with what the value is. */
export class NotOpened extends Error {
  override readonly name = 'NotOpened';
}

/** Encrypts what the database holds that must stay secret: decision 0037. */
export type Sealing = ReturnType<typeof sealingWith>;

const ALGORITHM = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** The beginning of every sealed value. No plain one begins like this: the service's have no colon, and such passwords are refused. */
export const SEALED = 'sealed1:';
/** Of the beginning with the name of the key: 16 hexadecimal digits and a colon. */
export const PREFIX_LENGTH = SEALED.length + 17;

/** @param given the keys of SECRET_KEY: the first seals, and all open. Without any, values stay plain. */
export function sealingWith(given: readonly string[]) {
  const keys = given.map(keyOf);
  const [first] = keys;

  return {
    /** The beginning of what `seal` makes; undefined without a key. */
    prefix: first?.prefix,
    /** The beginnings of all values that `open` can open. */
    prefixes: keys.map(({ prefix }) => prefix),

    /** @param about what the value is, such as `webhook 7`: it opens as nothing else */
    seal: (value: string, about: string): string => {
      if (first === undefined) return value;
      return first.prefix + encrypted(value, first.key, about).toString('base64url');
    },

    /** The value, which may be plain. @throws NotOpened */
    open: (stored: string, about: string): string => {
      if (!stored.startsWith(SEALED)) return stored;
      const used = keys.find(({ prefix }) => stored.startsWith(prefix));
      if (used === undefined) throw new NotOpened(keys.length === 0 ? UNSET : OTHER);
      const sealed = Buffer.from(stored.slice(used.prefix.length), 'base64url');
      try {
        return decrypted(sealed, used.key, about);
      } catch (cause) {
        throw new NotOpened(`does not belong to \`${about}\`, or was altered: restore a backup`, { cause });
      }
    },
  };
}

const UNSET = 'is encrypted, but SECRET_KEY is not set: set it to the key that encrypted it';
const OTHER =
  'is encrypted with a key that SECRET_KEY does not hold: add that key after the new one, separated by a comma';

/** @param about as in `seal` */
function encrypted(text: string, key: Buffer, about = ''): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error if it was encrypted with another key, as something else, or was altered */
function decrypted(bytes: Buffer, key: Buffer, about = ''): string {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString();
}

/** What the secrets of a webhook are sealed as. */
export const aboutWebhook = (webhookId: number): string => `webhook ${webhookId}`;

/** What the password for a site that lists animals is sealed as. */
export const aboutListingSite = (organizationId: number, site: string): string =>
  `listing site ${organizationId} ${site}`;

/** What the key for a source of the directory is sealed as. */
export const aboutSource = (id: number): string => `directory source ${id}`;

/** Encrypts an answer that is kept for a retry with `secret`, which has the entropy of a key and is not stored. */
export const sealAnswer = (text: string, secret: string): string =>
  encrypted(text, answerKeyOf(secret)).toString('base64');

/** Decrypts a kept answer; undefined if it was encrypted with another secret. */
export function openAnswer(sealed: string, secret: string): string | undefined {
  try {
    return decrypted(Buffer.from(sealed, 'base64'), answerKeyOf(secret));
  } catch {
    return undefined;
  }
}

const answerKeyOf = (secret: string): Buffer => hash('sha256', `petstore kept answer\n${secret}`, 'buffer');

/** RFC 5869. The name of a key is derived like the key, and says nothing of it. */
function keyOf(secret: string): { readonly key: Buffer; readonly prefix: string } {
  const derived = (info: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'petstore', `secrets at rest, ${info}`, length));
  return { key: derived('key', 32), prefix: `${SEALED}${derived('name', 8).toString('hex')}:` };
}

import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { encodingFault, requireOneOf, tooLarge } from './body.ts';
import { MOST_HEAD_BYTES, onlyFile } from './multipart.ts';

/** A body that was written to a file as it arrived: many large ones at once take no memory. The file is gone after the response. */
export class SpooledBody {
  readonly path: string;
  readonly bytes: number;
  /** In base64url. */
  readonly sha256: string;

  constructor(path: string, bytes: number, sha256: string) {
    this.path = path;
    this.bytes = bytes;
    this.sha256 = sha256;
  }

  /** What it is compared by, when a request is repeated. */
  toJSON(): string {
    return this.sha256;
  }
}

const prefix = 'petstore-upload-';

/** Reads the bodies of a scope's requests into files, of these media types only; of a form, its only file. */
export function spoolBytes(
  app: App,
  { types, maxBytes }: { readonly types: readonly string[]; readonly maxBytes: number },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Whether the response was sent or the client has gone.
    reply.raw.once('close', () => {
      if (request.body instanceof SpooledBody) void rm(request.body.path, { force: true });
    });
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...types], async (request: FastifyRequest, stream: IncomingMessage) => {
    const encoded = encodingFault(request);
    if (encoded !== undefined) throw encoded;
    const { 'content-type': type = '', 'content-length': length = 0 } = request.headers;
    const isForm = /^multipart\//i.test(type);
    if (Number(length) > maxBytes + (isForm ? 2 * MOST_HEAD_BYTES : 0)) throw tooLarge(maxBytes);
    request.sendContinue?.();
    request.isBodyLate = true;
    const bytes = bytesOf(stream);
    return spooled(isForm ? onlyFile(bytes, type) : bytes, maxBytes);
  });
  requireOneOf(app, types);
}

/** The bytes of a stream that stays open: if it were destroyed, it would take the connection with it, and the response. */
export const bytesOf = (stream: Readable): AsyncIterable<Buffer> => stream.iterator({ destroyOnReturn: false });

/**
 * Writes a stream to a file, which the caller removes.
 *
 * @throws ApiError `payload_too_large`, `service_unavailable`
 */
export async function spooled(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<SpooledBody> {
  const path = join(tmpdir(), prefix + randomUUID());
  const sum = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'wx', 0o600).catch(cannotBeKept);
  try {
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      sum.update(chunk);
      await file.appendFile(chunk).catch(cannotBeKept);
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return new SpooledBody(path, bytes, sum.digest('base64url'));
}

const cannotBeKept = (cause: unknown) => {
  throw new ApiError('service_unavailable', 'The body could not be kept; send the request again.', {
    headers: { 'retry-after': '5' },
    cause,
  });
};

/** Far longer than a request takes. */
const leastAgeMs = 3_600_000;

/** Removes the files that killed processes have left behind. Their times are by the machine's clock, which others share. */
export async function sweepSpooled(): Promise<void> {
  const beforeMs = Date.now() - leastAgeMs;
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  for (const path of names.map((name) => join(tmpdir(), name))) {
    const found = await stat(path).catch(() => undefined);
    // Other users may have files in the same folder.
    const isOurs = found?.isFile() === true && found.uid === process.getuid?.();
    if (isOurs && found.mtimeMs < beforeMs) await rm(path, { force: true });
  }
}

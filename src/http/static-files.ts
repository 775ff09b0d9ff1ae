import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, posix, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Coding, codingFor } from './accept.ts';
import { isUnchanged } from './conditional.ts';
import { vary } from './respond.ts';

/** A file of the site, held in memory. */
export interface StaticFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** The entity tag of the bytes; each encoding adds its name. */
  readonly tag: string;
  readonly cacheControl: string;
  /** The compressed bytes, made with the first request for each encoding. */
  readonly encoded: Map<Coding, Promise<Buffer>>;
  /** It is made for one response, or so long that compressing it well takes more time than its bytes save. */
  readonly isCompressedQuickly?: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};
const compressible = /^(?:text|application|image\/svg)/;

/** Names in this folder contain a hash of the file. */
const hashedFolder = '/assets/';
const immutable = 'public, max-age=31536000, immutable';

/** The files of the folder by path, such as `/assets/app-5f0c2a8e.js`; none if the folder does not exist. */
export async function readStaticFiles(folder: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, StaticFile]> => {
        const path = `/${relative(folder, file).replaceAll(sep, posix.sep)}`;
        const read = staticFile(path, await readFile(file));
        return [path, { ...read, encoded: encodedOf(read) }];
      }),
    ),
  );
}

/** The compressed bytes of each file by its tag, once per process: production and staging serve the same files. */
const encodedByTag = new Map<string, StaticFile['encoded']>();

function encodedOf({ tag, encoded }: StaticFile): StaticFile['encoded'] {
  const known = encodedByTag.get(tag);
  if (known === undefined) encodedByTag.set(tag, encoded);
  return known ?? encoded;
}

export function staticFile(path: string, bytes: Buffer): StaticFile {
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    bytes,
    tag: hash('sha256', bytes, 'base64url').slice(0, 16),
    cacheControl: path.startsWith(hashedFolder) ? immutable : 'no-cache',
    encoded: new Map(),
  };
}

/** Sends the file, compressed if the client accepts it, or 304 if the client has it. RFC 9110, sections 8.8.3 and 12.5.3. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): Promise<FastifyReply> {
  const encoding = compressible.test(file.type)
    ? codingFor(request.headers['accept-encoding'], ['br', 'gzip'])
    : undefined;
  const etag = encoding === undefined ? `"${file.tag}"` : `"${file.tag}-${encoding}"`;
  reply.headers({ etag, 'cache-control': file.cacheControl });
  vary(reply, 'Accept-Encoding');
  if (reply.statusCode === 200 && isUnchanged(request, reply, etag)) return reply.code(304).send();
  reply.type(file.type);
  if (encoding === undefined) return reply.send(file.bytes);
  return reply.header('content-encoding', encoding).send(await encodedAs(encoding, file));
}

const compress = {
  br: (bytes: Buffer, isQuick: boolean) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: isQuick ? 5 : constants.BROTLI_MAX_QUALITY },
    }),
  gzip: (bytes: Buffer, isQuick: boolean) =>
    promisify(gzip)(bytes, { level: isQuick ? constants.Z_DEFAULT_COMPRESSION : constants.Z_BEST_COMPRESSION }),
} as const;

function encodedAs(encoding: Coding, { bytes, encoded, isCompressedQuickly = false }: StaticFile): Promise<Buffer> {
  const compressed = encoded.get(encoding) ?? compress[encoding](bytes, isCompressedQuickly);
  encoded.set(encoding, compressed);
  return compressed;
}

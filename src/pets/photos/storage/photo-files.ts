import { randomBytes } from 'node:crypto';
import type { PhotoFile } from '../../../vocabulary/photos.ts';

/**
 * Where the files of photos are kept: a folder, a table of PostgreSQL, or S3-compatible storage. The files of a photo have a name of their
 * own, which is random and never used again.
 */
export interface PhotoFiles {
  /** Resolves when all of them have reached the disk. */
  put(name: string, files: Readonly<Record<PhotoFile, Buffer>>): Promise<void>;
  /** Undefined if there is no such file. Rejects when the signal aborts; a database has a deadline of its own. */
  get(name: string, file: PhotoFile, signal?: AbortSignal): Promise<Buffer | undefined>;
  /** Removes the files of a photo, if there are any. */
  remove(name: string): Promise<void>;
  /** The names of all photos that have files, also of those that are being put, and when they were put: Unix milliseconds. */
  list(): AsyncIterable<{ readonly name: string; readonly putMs: number }>;
  /** Says whose photos they are, where several databases could use the same place. */
  readonly mark?: OwnerMark;
}

/** A file beside the photos with the id of the database that has them. */
export interface OwnerMark {
  /** For people: what it is, and where. */
  readonly shown: string;
  /** Undefined while the photos are nobody's. */
  read(): Promise<string | undefined>;
  write(id: string): Promise<void>;
}

/** The name of the mark. */
export const MARK_NAME = 'owner';

/** What `PhotoFiles` are named by: 128 random bits, in hexadecimal. */
export const PHOTO_NAME = /^[0-9a-f]{32}$/;
export const newPhotoName = (): string => randomBytes(16).toString('hex');

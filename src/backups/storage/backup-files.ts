import type { PhotoFiles } from '../../pets/photos/storage/photo-files.ts';

/** Where the backups of an environment are kept: a folder, or S3-compatible storage. */
export interface BackupFiles {
  /** For people, without secrets, such as `file:///backups/production`. */
  readonly shown: string;
  /** Photos are stored once for all backups: their names are never used again. The mark says whose backups these are. */
  readonly photos: PhotoFiles;
  /** @throws Failure if there is no such place */
  names(): Promise<string[]>;
  /** Resolves when all of it has reached the disk. A file appears only once it is complete. */
  put(name: string, content: Blob, stop: AbortSignal): Promise<void>;
  /** Undefined if there is no such file. */
  get(name: string, stop: AbortSignal): Promise<AsyncIterable<Uint8Array> | undefined>;
  remove(name: string): Promise<void>;
}

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { existing } from '../../http/errors.ts';
import { PathId } from '../../http/shapes.ts';
import { sendFile, type StaticFile } from '../../http/static-files.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import type { LogoStore } from './store.ts';

const LogoParams = Type.Object({ organizationId: PathId('logo_not_found') });

/** More logos than a page shows; each has up to 256 KiB. */
const maxFiles = 50;

/** Serves the logos of public organizations to everybody, from memory. Each request asks the database whether the organization is public. */
export function logoFiles(app: App, logos: LogoStore): void {
  const files = new Map<string, StaticFile>();

  async function fileOf(organizationId: Int64): Promise<StaticFile | undefined> {
    const current = await logos.findPublic(organizationId);
    if (current === undefined) return undefined;
    const known = files.get(current);
    if (known !== undefined) return known;
    // Another one may have replaced it meanwhile: what is read now has its own hash.
    const logo = await logos.readPublic(organizationId);
    if (logo === undefined) return undefined;
    const { hash, type, bytes } = logo;
    const file = { type, bytes, tag: hash.slice(0, 16), cacheControl: 'no-cache', encoded: new Map() };
    const [oldest] = files.size < maxFiles ? [] : files.keys();
    if (oldest !== undefined) files.delete(oldest);
    files.set(hash, file);
    return file;
  }

  app.get('/logos/:organizationId', {
    schema: { params: LogoParams },
    handler: async (request, reply) => {
      const file = existing(await fileOf(request.params.organizationId), 'logo_not_found', 'organizationId');
      // Pages of other sites show it.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      return sendFile(request, reply, file);
    },
  });
}

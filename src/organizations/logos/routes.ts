import type { App } from '../../http/app.ts';
import { etagOf, requirePreconditions } from '../../http/conditional.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { readBytes } from '../../http/pipeline/body.ts';
import { actorOf, FOR_MANAGERS, managedOrganization, principalOf } from '../../http/principal.ts';
import { NoContent } from '../../http/shapes.ts';
import type { Effects } from '../../idempotency/effects.ts';
import { LOGO_TYPES, type LogoType, MAX_LOGO_BYTES } from '../../vocabulary/logos.ts';
import { Organization, OrganizationParams } from '../schema.ts';
import type { OrganizationStore } from '../store.ts';
import type { LogoStore } from './store.ts';

export interface LogoRouteParts {
  readonly organizations: OrganizationStore;
  readonly logos: LogoStore;
  readonly effects: Effects;
}

/** Setting and removing the logo of an organization. `files.ts` serves it. */
export function logoRoutes(v1: App, { organizations, logos, effects }: LogoRouteParts): void {
  const url = '/organizations/:organizationId/logo';
  const errors = [...FOR_MANAGERS.errors, 'precondition_failed'] as const;

  void v1.register(async (images: App) => {
    readBytes(images, { types: LOGO_TYPES, maxBytes: MAX_LOGO_BYTES });

    images.put(url, {
      schema: {
        operationId: 'setLogo',
        summary: 'Set the logo of an organization',
        description:
          'The body is the image itself: PNG, JPEG or WebP, which its first bytes decide, of up to 256 KiB. For managers of the organization and for operators.',
        params: OrganizationParams,
        response: { 200: Organization },
      },
      config: {
        ...FOR_MANAGERS,
        consumes: LOGO_TYPES,
        errors,
        headers: { ETag: 'The new version of the organization.' },
      },
      handler: (request, reply) => {
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const type = imageTypeOf(bytes);
        if (type === undefined) throw new ApiError('invalid_body', 'The image must be a PNG, JPEG or WebP file.');
        return effects.run(request, reply, async (tx) => {
          const found = await managedOrganization(organizations, request, tx);
          requirePreconditions(request, etagOf(found.version));
          const isNew = await logos.save(tx, found.organization.id, type, bytes);
          const saved = isNew ? await organizations.noteChange(tx, found, actorOf(principalOf(request))) : found;
          reply.header('etag', etagOf(saved.version));
          return saved.organization;
        });
      },
    });
  });

  v1.delete(url, {
    schema: {
      operationId: 'removeLogo',
      summary: 'Remove the logo of an organization',
      description: 'For managers of the organization and for operators.',
      params: OrganizationParams,
      response: { 204: NoContent('The organization has no logo.') },
    },
    config: { ...FOR_MANAGERS, errors: [...errors, 'logo_not_found'] },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const found = await managedOrganization(organizations, request, tx);
        requirePreconditions(request, etagOf(found.version));
        if (!(await logos.remove(tx, found.organization.id))) throw notFound('logo_not_found', 'organizationId');
        await organizations.noteChange(tx, found, actorOf(principalOf(request)));
      }),
  });
}

/** How the bytes of an image begin. */
const SIGNATURES: Readonly<Record<LogoType, (start: string) => boolean>> = {
  'image/png': (start) => start.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (start) => start.startsWith('\xff\xd8\xff'),
  'image/webp': (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
};

const signatureBytes = 12;

/** What the bytes are, whatever their sender calls them. Undefined for anything else than these images. */
function imageTypeOf(bytes: Buffer): LogoType | undefined {
  const start = bytes.toString('latin1', 0, signatureBytes);
  return LOGO_TYPES.find((type) => SIGNATURES[type](start));
}

import type { Queries } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { existing } from '../../http/errors.ts';
import { type Lists, LONG_TEXTS } from '../../http/paging.ts';
import { organizationOf, principalOf, requireMember, requireOwnOrganization } from '../../http/principal.ts';
import { NoContent, PageQuery } from '../../http/shapes.ts';
import type { Effects } from '../../idempotency/effects.ts';
import { OrganizationParams } from '../../organizations/schema.ts';
import type { OrganizationStore } from '../../organizations/store.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import {
  AnswerTemplate,
  AnswerTemplateParams,
  AnswerTemplatePatch,
  AnswerTemplates,
  NewAnswerTemplate,
} from './schema.ts';
import type { TemplateStore } from './store.ts';

export interface TemplateRouteParts {
  readonly templates: TemplateStore;
  readonly organizations: OrganizationStore;
  readonly lists: Lists;
  readonly effects: Effects;
}

/** The templates of an organization's answers: its members share them. */
export function templateRoutes(v1: App, { templates, organizations, lists, effects }: TemplateRouteParts): void {
  const url = '/organizations/:organizationId/answer-templates';
  const errors = ['forbidden', 'mirrored', 'organization_not_found'] as const;
  const writing = { access: 'messages:write', whose: 'member', secretKeysOnly: true } as const;

  /** The id of the organization of the path, whose members may do this. */
  async function ownId(request: Parameters<typeof organizationOf>[1], tx?: Queries): Promise<number> {
    const found = await organizationOf(organizations, request, tx);
    requireOwnOrganization(found);
    const { id } = found.organization;
    requireMember(principalOf(request), id);
    return id;
  }
  const ofPath = async (tx: Queries, organizationId: number, templateId: Int64): Promise<AnswerTemplate> =>
    existing(await templates.find(tx, organizationId, templateId), 'template_not_found', 'templateId');

  v1.get(url, {
    schema: {
      operationId: 'listAnswerTemplates',
      summary: 'List the templates of answers',
      description:
        'Returns the texts that the members of the organization begin their answers with, newest first. Follow the `Link` header for the next page.',
      params: OrganizationParams,
      querystring: PageQuery,
      response: { 200: AnswerTemplates },
    },
    config: { access: 'messages:read', whose: 'member', errors },
    handler: async (request, reply) => {
      const id = await ownId(request);
      return lists.page(request, reply, {}, (_, count, before) => templates.list(id, count, before), LONG_TEXTS);
    },
  });

  v1.post(url, {
    schema: {
      operationId: 'createAnswerTemplate',
      summary: 'Add a template of answers',
      description: 'Adds a text for the members of the organization to begin their answers with.',
      params: OrganizationParams,
      body: NewAnswerTemplate,
      response: { 201: AnswerTemplate },
    },
    config: { ...writing, errors, headers: { Location: 'The path of the new template.' } },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const id = await ownId(request, tx);
        const template = await templates.add(tx, id, request.body);
        reply.header('location', `/v1/organizations/${id}/answer-templates/${template.id}`);
        return template;
      }),
  });

  v1.patch(`${url}/:templateId`, {
    schema: {
      operationId: 'updateAnswerTemplate',
      summary: 'Change a template of answers',
      description: 'Applies a JSON merge patch (RFC 7396).',
      params: AnswerTemplateParams,
      body: AnswerTemplatePatch,
      response: { 200: AnswerTemplate },
    },
    config: { ...writing, errors: [...errors, 'template_not_found'] },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const id = await ownId(request, tx);
        const found = await ofPath(tx, id, request.params.templateId);
        const { name = found.name, text = found.text } = request.body;
        const changed = { id: found.id, name, text };
        await templates.save(tx, changed);
        return changed;
      }),
  });

  v1.delete(`${url}/:templateId`, {
    schema: {
      operationId: 'deleteAnswerTemplate',
      summary: 'Remove a template of answers',
      description: 'Removes the template. The answers that began with it stay as they are.',
      params: AnswerTemplateParams,
      response: { 204: NoContent('The template was removed.') },
    },
    config: { ...writing, errors: [...errors, 'template_not_found'] },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const id = await ownId(request, tx);
        await templates.remove(tx, await ofPath(tx, id, request.params.templateId));
      }),
  });
}

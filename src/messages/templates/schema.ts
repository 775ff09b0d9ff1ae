import { type Static, Type } from 'typebox';
import { AssignedId, MultilineText, PathId, PlainText } from '../../http/shapes.ts';
import { OrganizationParams } from '../../organizations/schema.ts';

const name = PlainText(1, 100, 'Name of the template.');
const text = MultilineText(
  10_000,
  'Text of an answer. The console fills in the placeholders `{name}` (who writes), `{animal}`, `{organization}` and `{me}` (who answers).',
);
const example = { name: 'Still here', text: 'Dear {name},\n\n{animal} is still looking for a home.' };

/** A text that the members of an organization begin an answer with. */
export const AnswerTemplate = Type.Object(
  { id: AssignedId('Identifier of the template.'), name, text },
  { title: 'AnswerTemplate', examples: [{ id: 4, ...example }] },
);
export type AnswerTemplate = Static<typeof AnswerTemplate>;

export const AnswerTemplates = Type.Array(AnswerTemplate, {
  title: 'AnswerTemplates',
  examples: [[{ id: 4, ...example }]],
});

export const NewAnswerTemplate = Type.Object({ name, text }, { title: 'NewAnswerTemplate', examples: [example] });
export type NewAnswerTemplate = Static<typeof NewAnswerTemplate>;

export const AnswerTemplatePatch = Type.Object(
  { name: Type.Optional(name), text: Type.Optional(text) },
  { title: 'AnswerTemplatePatch', examples: [{ name: 'Still waiting' }] },
);

export const AnswerTemplateParams = Type.Object({
  ...OrganizationParams.properties,
  templateId: PathId('template_not_found', 'Identifier of the template.'),
});

import './webhook-form.css';
import type { NewWebhook, Webhook, WebhookEventType } from '../../../../client/src/petstore.ts';
import { useForm } from '../../data/use-form.ts';
import { Button } from '../../design/controls/button.tsx';
import { Checkbox, TextField } from '../../design/controls/field.tsx';
import { Mistake } from '../../design/controls/mistake.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { InlineText } from '../../design/text/inline-text.tsx';
import { EVENT_GROUPS, type EventGroup, whenText } from './event-groups.ts';

interface WebhookFormProps {
  readonly title: string;
  readonly verb: string;
  /** The webhook to change; a new one by default. */
  readonly webhook?: Webhook;
  /** @throws PetstoreError */
  readonly save: (settings: NewWebhook) => Promise<void>;
  readonly onClose: () => void;
}

export function WebhookForm({ title, verb, webhook, save, onClose }: WebhookFormProps) {
  const form = useForm(
    {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      kinds: new Set(webhook?.events),
    },
    {
      mistakesIn: ({ url, kinds }) => ({
        url: URL.canParse(url.trim()) ? undefined : 'Enter a full URL, such as https://shelter.example/hooks.',
        kinds: kinds.size === 0 ? 'Choose at least one event.' : undefined,
      }),
      send: ({ url, description, kinds }) =>
        save({
          url: url.trim(),
          events: [...kinds],
          ...(description.trim() !== '' && { description: description.trim() }),
        }),
    },
  );
  const { value: kinds, error: mistakeInKinds, onValue: onKinds } = form.field('kinds');
  return (
    <FormDialog title={title} width="l" onClose={onClose} verb={verb} {...form}>
      <TextField
        label="URL"
        autofocus={webhook === undefined}
        hint="A public https address."
        type="url"
        inputMode="url"
        dir="ltr"
        spellcheck={false}
        maxLength={2_048}
        required
        {...form.field('url')}
      />
      <TextField label="Description" isOptional maxLength={255} {...form.field('description')} />
      <fieldset class="field-group">
        <legend>Events</legend>
        <div class="portal-event-groups">
          {EVENT_GROUPS.map((group) => (
            <EventGroupFields key={group.title} group={group} kinds={kinds} onKinds={onKinds} />
          ))}
        </div>
        <Mistake>{mistakeInKinds}</Mistake>
      </fieldset>
    </FormDialog>
  );
}

interface EventGroupFieldsProps {
  readonly group: EventGroup;
  readonly kinds: ReadonlySet<WebhookEventType>;
  readonly onKinds: (kinds: Set<WebhookEventType>) => void;
}

function EventGroupFields({ group, kinds, onKinds }: EventGroupFieldsProps) {
  const hasAll = group.kinds.every((kind) => kinds.has(kind));
  const select = (changed: readonly WebhookEventType[], isOn: boolean) =>
    onKinds(isOn ? kinds.union(new Set(changed)) : kinds.difference(new Set(changed)));
  return (
    <fieldset class="portal-event-group stack close frame">
      <legend class="visually-hidden">{group.title}</legend>
      <div class="portal-event-group-head row spread">
        <span aria-hidden="true">{group.title}</span>
        <Button kind="quiet" size="s" onClick={() => select(group.kinds, !hasAll)}>
          {hasAll ? 'None' : 'All'}
          <span class="visually-hidden"> of {group.title}</span>
        </Button>
      </div>
      {group.kinds.map((kind) => (
        <Checkbox
          key={kind}
          label={<code>{kind}</code>}
          hint={<InlineText text={whenText(kind)} />}
          isChecked={kinds.has(kind)}
          onChecked={(isOn) => select([kind], isOn)}
        />
      ))}
    </fieldset>
  );
}

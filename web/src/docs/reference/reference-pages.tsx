import './reference.css';
import { Link } from 'wouter-preact';
import { useQuery } from '../../data/calls.ts';
import { useHashTarget } from '../../data/hash-target.ts';
import { Badge } from '../../design/data/badge.tsx';
import { Disclosure } from '../../design/data/disclosure.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { NothingHere } from '../../design/layout/nothing-here.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { CodeBlock } from '../../design/text/code-block.tsx';
import { InlineText } from '../../design/text/inline-text.tsx';
import { type Catalogue, COMMON_HEADERS, type Group, WEBHOOK_EVENTS } from './catalogue.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { Method } from './method.tsx';
import { Anchor, HeaderList, OperationSection } from './operation.tsx';
import { Members } from './properties.tsx';
import { objectIn } from './schema-text.ts';

/** @param props.name the last part of the page's path; undefined for the introduction */
export function ReferencePage({ name }: { readonly name: string | undefined }) {
  const { data: catalogue, error, reload } = useQuery(loadCatalogue, []);
  useHashTarget(catalogue !== undefined);
  if (error !== undefined) return <ErrorNotice error={error} onRetry={reload} />;
  if (catalogue === undefined) return <Waiting />;
  if (name === undefined) return <Introduction catalogue={catalogue} />;
  if (name === WEBHOOK_EVENTS) return <WebhookEvents catalogue={catalogue} />;
  const group = catalogue.groups.find(({ href }) => href === `/docs/reference/${name}`);
  if (group === undefined) return <NothingHere href="/docs/reference" label="See the whole reference" />;
  return <GroupPage key={name} group={group} catalogue={catalogue} />;
}

const Waiting = () => (
  <div class="stack" aria-busy="true">
    <Skeleton height="2rem" width="12rem" />
    <Skeleton height="20rem" />
    <span class="visually-hidden" role="status">
      Loading the reference
    </span>
  </div>
);

const GroupPage = ({ group, catalogue }: { readonly group: Group; readonly catalogue: Catalogue }) => (
  <article class="reference stack">
    <PageHeader title={group.name} about={group.description} />
    {group.operations.length > 1 && <OperationList group={group} />}
    {group.operations.map((operation) => (
      <OperationSection key={operation.id} operation={operation} catalogue={catalogue} />
    ))}
  </article>
);

const OperationList = ({ group }: { readonly group: Group }) => (
  <ul class="operation-list frame" dir="ltr">
    {group.operations.map((operation) => (
      <li key={operation.id}>
        <Link href={operation.href}>
          <Method method={operation.method} />
          <code class={operation.isDeprecated ? 'struck' : undefined}>{operation.path}</code>
          <span class="operation-list-summary quiet">
            {operation.summary} {operation.isDeprecated && <Badge tone="caution">Deprecated</Badge>}{' '}
            {operation.isCore && <Badge tone="accent">Core</Badge>}
          </span>
        </Link>
      </li>
    ))}
  </ul>
);

/** What applies to all operations, and a list of them. */
function Introduction({ catalogue: { description, groups } }: { readonly catalogue: Catalogue }) {
  const { headers, securitySchemes } = description.components;
  const common = COMMON_HEADERS.flatMap((name) => {
    const header = headers[name];
    return header === undefined ? [] : [{ name, ...header }];
  });
  const base = `${location.origin}${description.servers[0]?.url ?? ''}`;
  return (
    <article class="reference reference-introduction stack">
      <PageHeader title="API reference" about={`Version ${description.info.version} of the API.`} />
      <p>
        <InlineText text={description.info.description} />
      </p>
      <CodeBlock
        language="sh"
        copyLabel="Copy the command"
        code={`export PETSTORE_API_KEY=${keyExample(securitySchemes)}\ncurl '${base}/pets?status=available' \\\n  -H "Authorization: Bearer $PETSTORE_API_KEY"`}
      />
      <h2 id="operations">Operations</h2>
      {groups.map((group) => (
        <section key={group.name} class="stack" aria-labelledby={`group-${group.name}`}>
          <div>
            <h3 id={`group-${group.name}`}>
              <Link href={group.href}>{group.name}</Link>
            </h3>
            <p class="quiet small">{group.description}</p>
          </div>
          <OperationList group={group} />
        </section>
      ))}
      <h2 id="errors">Errors</h2>
      <p>
        Every error has the same three fields. <Link href="/docs/errors">All error codes</Link>.
      </p>
      <Members description={description} schema={objectIn(description, { $ref: '#/components/schemas/Error' }) ?? {}} />
      <h2 id="headers">Response headers</h2>
      <p>
        See <Link href="/docs/limits">how rate limits work</Link>.
      </p>
      <HeaderList headers={common} />
      <h2 id="description">OpenAPI</h2>
      <p>
        This reference is generated from the OpenAPI description:{' '}
        <a href={`${description.servers[0]?.url ?? ''}/openapi.json`}>openapi.json</a>.
      </p>
    </article>
  );
}

const keyExample = (schemes: Catalogue['description']['components']['securitySchemes']): string =>
  /`(\w+…)`/.exec(schemes['apiKey']?.description ?? '')?.[1] ?? '…';

/** The events that the service sends to webhooks. */
const WebhookEvents = ({ catalogue: { events, description } }: { readonly catalogue: Catalogue }) => (
  <article class="reference stack">
    <PageHeader
      title="Webhook events"
      about={
        <>
          The service sends one POST request for each event to the URL of a{' '}
          <Link href="/docs/reference/webhooks">webhook</Link>. The <Link href="/docs/webhooks">webhooks guide</Link>{' '}
          shows how to verify and answer it.
        </>
      }
    />
    <h2 id="webhook-headers">Request headers</h2>
    <HeaderList headers={events[0]?.headers ?? []} />
    {events.map(({ type, when, schema, example }) => (
      <section key={type} class="operation" id={type} aria-labelledby={`${type}-title`}>
        <div class="operation-words stack tight">
          <h2 id={`${type}-title`}>
            <code>{type}</code> <Anchor id={type} />
          </h2>
          <p>
            <InlineText text={when} />
          </p>
          <Disclosure title="Fields">
            <Members description={description} schema={objectIn(description, schema) ?? {}} />
          </Disclosure>
        </div>
        <div class="operation-samples stack tight">
          <CodeBlock code={example} language="json" copyLabel={`Copy the example of ${type}`} />
        </div>
      </section>
    ))}
  </article>
);

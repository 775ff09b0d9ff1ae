import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Badge } from '../../design/data/badge.tsx';
import { Disclosure } from '../../design/data/disclosure.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { InlineText } from '../../design/text/inline-text.tsx';
import type { Catalogue, Failure, NamedHeader, Operation, Success } from './catalogue.ts';
import type { Description, Parameter } from './description.ts';
import { Method } from './method.tsx';
import { Members, Parameters } from './properties.tsx';
import { SamplePanel } from './sample-panel.tsx';
import { keyOf } from './samples/request.ts';
import { objectIn, typeText } from './schema-text.ts';

interface OperationSectionProps {
  readonly operation: Operation;
  readonly catalogue: Catalogue;
}

/** The description of an operation, beside samples of its requests and answers. */
export function OperationSection({ operation, catalogue: { description } }: OperationSectionProps) {
  const [filled, fill] = useState(() => ({ values: examplesOf(operation), body: operation.body?.example ?? '' }));
  const body = operation.body === undefined ? undefined : objectIn(description, operation.body.schema);
  return (
    <section class="operation" id={operation.id} aria-labelledby={`${operation.id}-title`}>
      <div class="operation-words stack tight">
        <header class="stack close">
          <h2 id={`${operation.id}-title`}>
            {operation.summary} <Anchor id={operation.id} />
          </h2>
          <p class="operation-address" dir="ltr">
            <Method method={operation.method} />
            <code>
              <span class="operation-base">{operation.base}</span>
              {operation.path}
            </code>
          </p>
        </header>
        {operation.isDeprecated && (
          <div class="operation-deprecated stack tone-caution">
            <Badge tone="caution">Deprecated</Badge>
            <p>
              <InlineText text={operation.description} /> How operations are retired:{' '}
              <Link href="/docs/versioning">versions</Link>.
            </p>
          </div>
        )}
        {!operation.isDeprecated && operation.description !== '' && (
          <p>
            <InlineText text={operation.description} />
          </p>
        )}
        <Audience operation={operation} />
        {LOCATIONS.map(([location, title]) => (
          <ParametersOf key={location} title={title} location={location} {...{ operation, description }} />
        ))}
        {body !== undefined && (
          <>
            <h3>Body</h3>
            <Members description={description} schema={body} saysRequired />
          </>
        )}
        <h3>Responses</h3>
        <ul class="stack tight">
          {operation.successes.map((success) => (
            <SuccessOf key={success.status} success={success} description={description} />
          ))}
          <li>
            <Disclosure title={`Errors (${operation.failures.length} codes)`}>
              <Failures failures={operation.failures} />
            </Disclosure>
          </li>
        </ul>
      </div>
      <SamplePanel operation={operation} description={description} filled={filled} onFill={fill} />
    </section>
  );
}

const LOCATIONS: readonly (readonly [Parameter['in'], string])[] = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
];

export const Anchor = ({ id }: { readonly id: string }) => (
  <a class="guide-anchor" href={`#${id}`} aria-label={`Link to ${id}`}>
    #
  </a>
);

/** Fills the ids in the path from the examples. */
function examplesOf({ parameters }: Operation): Record<string, string> {
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'path')
      .map((parameter) => [keyOf(parameter), parameter.schema.type === 'integer' ? '1' : '']),
  );
}

function Audience({ operation: { audience } }: { readonly operation: Operation }) {
  return (
    <p class="operation-audience quiet small">
      <Icon name={audience.kind === 'anybody' ? 'people' : 'key'} size={16} label="Authentication" />
      <span>
        {audience.kind === 'anybody' && 'No API key required.'}
        {audience.kind === 'any' && 'Any API key.'}
        {audience.kind === 'operator' && 'Operators only.'}
        {audience.kind === 'scope' && (
          <>
            {audience.isForSecretKeys ? 'A secret' : 'An'} API key with the scope{' '}
            {audience.scopes.map((scope, index) => (
              <span key={scope}>
                {index > 0 && ' and '}
                <code>{scope}</code>
              </span>
            ))}
          </>
        )}
      </span>
    </p>
  );
}

interface ParametersOfProps {
  readonly title: string;
  readonly location: Parameter['in'];
  readonly operation: Operation;
  readonly description: Description;
}

function ParametersOf({ title, location, operation, description }: ParametersOfProps) {
  const parameters = operation.parameters.filter((parameter) => parameter.in === location);
  if (parameters.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <Parameters description={description} parameters={parameters} />
    </>
  );
}

interface SuccessOfProps {
  readonly success: Success;
  readonly description: Description;
}

function SuccessOf({ success: { status, description: meaning, contents, headers }, description }: SuccessOfProps) {
  return (
    <li class="answer stack small">
      <p class="answer-head">
        <Badge tone={Number(status) < 300 ? 'positive' : 'neutral'}>{status}</Badge>
        <InlineText text={meaning} />
      </p>
      {contents.map(({ type, schema }) => {
        const members = objectIn(description, schema);
        return (
          <div key={type} class="answer-content">
            <p class="property-type">
              {typeText(description, schema)}, as <code>{type}</code>
            </p>
            {members === undefined ? (
              schema.description !== undefined && (
                <p class="property-about quiet">
                  <InlineText text={schema.description} />
                </p>
              )
            ) : (
              <Disclosure title="Fields">
                <Members description={description} schema={members} />
              </Disclosure>
            )}
          </div>
        );
      })}
      {headers.length > 0 && (
        <Disclosure title={`Headers: ${headers.map(({ name }) => name).join(', ')}`}>
          <HeaderList headers={headers} />
        </Disclosure>
      )}
    </li>
  );
}

export const HeaderList = ({ headers }: { readonly headers: readonly NamedHeader[] }) => (
  <ul class="properties">
    {headers.map(({ name, description, example }) => (
      <li key={name} class="property stack small">
        <p class="property-head row">
          <code class="property-name">{name}</code>
        </p>
        <p class="property-about quiet">
          <InlineText text={description} />
        </p>
        {example !== undefined && (
          <p class="property-rules">
            For example <code>{example}</code>
          </p>
        )}
      </li>
    ))}
  </ul>
);

/** The error codes with their statuses and headers. */
const Failures = ({ failures }: { readonly failures: readonly Failure[] }) => (
  <ul class="properties">
    {failures.map(({ status, code, meaning, headers }) => (
      <li key={code} class="property stack small">
        <p class="property-head row">
          <span class="numbers">{status}</span>
          <Link href={`/docs/errors#${code}`}>
            <code class="property-name">{code}</code>
          </Link>
        </p>
        <p class="property-about quiet">
          <InlineText text={meaning} />
          {headers.length > 0 && ` Header: ${headers.map(({ name }) => name).join(', ')}.`}
        </p>
      </li>
    ))}
  </ul>
);

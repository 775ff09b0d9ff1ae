import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../../design/data/icons.tsx';
import { InlineText } from '../../design/text/inline-text.tsx';
import type { Description, Parameter, Schema } from './description.ts';
import { objectIn, rulesOf, typeText, valuesOf } from './schema-text.ts';

interface PropertyProps {
  readonly description: Description;
  readonly name: string;
  readonly schema: Schema;
  readonly about?: string | undefined;
  /** Undefined where nobody needs to be told, as of what the service answers. */
  readonly isRequired?: boolean | undefined;
}

/** A name, its type and rules, and what it means; what is within it opens below it. */
function Property({ description, name, schema, about, isRequired }: PropertyProps): JSX.Element {
  const values = valuesOf(description, schema);
  const rules = rulesOf(description, schema);
  const inner = objectIn(description, schema);
  const words = about ?? schema.description;
  return (
    <li class="property">
      <p class="property-head">
        <code class="property-name">{name}</code>
        <span class="property-type">{typeText(description, schema)}</span>
        {isRequired === true && <span class="property-required">required</span>}
      </p>
      {words !== undefined && (
        <p class="property-about">
          <InlineText text={words} />
        </p>
      )}
      {rules.length > 0 && <p class="property-rules">{rules.join(' · ')}</p>}
      {values.length > 0 && (
        <p class="property-values">
          <span class="property-rules">{values.length === 1 ? 'Always' : 'One of'}</span>
          {values.map((value) => (
            <code key={value}>{value}</code>
          ))}
        </p>
      )}
      {inner !== undefined && (
        <Disclosure title="What is in it">
          <Members description={description} schema={inner} />
        </Disclosure>
      )}
    </li>
  );
}

/** The members of an object. */
export function Members({
  description,
  schema,
  saysRequired = false,
}: {
  readonly description: Description;
  readonly schema: Schema;
  readonly saysRequired?: boolean;
}): JSX.Element {
  return (
    <ul class="properties">
      {Object.entries(schema.properties ?? {}).map(([name, member]) => (
        <Property
          key={name}
          description={description}
          name={name}
          schema={member}
          isRequired={saysRequired ? schema.required?.includes(name) : undefined}
        />
      ))}
    </ul>
  );
}

export const Parameters = ({
  description,
  parameters,
}: {
  readonly description: Description;
  readonly parameters: readonly Parameter[];
}): JSX.Element => (
  <ul class="properties">
    {parameters.map((parameter) => (
      <Property
        key={parameter.name}
        description={description}
        name={parameter.name}
        schema={parameter.schema}
        about={parameter.description}
        isRequired={parameter.required}
      />
    ))}
  </ul>
);

/** Something that opens; what is in it is not there before. */
export function Disclosure({
  title,
  children,
}: {
  readonly title: string;
  readonly children: JSX.Element | readonly JSX.Element[];
}): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="disclosure" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="chevron" size={16} />
        {title}
      </summary>
      {isOpen && <div class="disclosure-content">{children}</div>}
    </details>
  );
}

import { Disclosure } from '../../design/data/disclosure.tsx';
import { InlineText } from '../../design/text/inline-text.tsx';
import type { Description, Parameter, Schema } from './description.ts';
import { objectIn, rulesOf, typeText, valuesOf } from './schema-text.ts';

interface PropertyProps {
  readonly description: Description;
  readonly name: string;
  readonly schema: Schema;
  readonly about?: string | undefined;
  /** Undefined in a response, where it does not matter to the reader. */
  readonly isRequired?: boolean | undefined;
}

/** A field or parameter with its type, rules and meaning. The fields of an object open below it. */
function Property({ description, name, schema, about, isRequired }: PropertyProps) {
  const values = valuesOf(description, schema);
  const rules = rulesOf(description, schema);
  const inner = objectIn(description, schema);
  const words = about ?? schema.description;
  return (
    <li class="property stack small">
      <p class="property-head row">
        <code class="property-name">{name}</code>
        <span class="property-type">{typeText(description, schema)}</span>
        {isRequired === true && <span class="property-required">required</span>}
      </p>
      {words !== undefined && (
        <p class="property-about quiet">
          <InlineText text={words} />
        </p>
      )}
      {rules.length > 0 && <p class="property-rules">{rules.join(' · ')}</p>}
      {values.length > 0 && (
        <p class="property-values row">
          <span class="property-rules">{values.length === 1 ? 'Always' : 'One of'}</span>
          {values.map((value) => (
            <code key={value}>{value}</code>
          ))}
        </p>
      )}
      {inner !== undefined && (
        <Disclosure title="Fields">
          <Members description={description} schema={inner} />
        </Disclosure>
      )}
    </li>
  );
}

interface MembersProps {
  readonly description: Description;
  readonly schema: Schema;
  readonly saysRequired?: boolean;
}

/** The fields of an object. */
export function Members({ description, schema, saysRequired = false }: MembersProps) {
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

interface ParametersProps {
  readonly description: Description;
  readonly parameters: readonly Parameter[];
}

export const Parameters = ({ description, parameters }: ParametersProps) => (
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

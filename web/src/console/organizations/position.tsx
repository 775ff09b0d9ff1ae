import { useState } from 'preact/hooks';
import { type Organization, PetstoreError } from '../../../../client/src/petstore.ts';
import { placeNames } from '../../../../src/vocabulary/text/place-names.ts';
import { petstore } from '../../api.ts';
import { useQuery } from '../../data/use-query.ts';
import { TextField } from '../../design/controls/field.tsx';
import { Disclosure } from '../../design/data/disclosure.tsx';

interface PositionProps {
  readonly organization: Organization;
  /** Whether the address on display is not saved yet. */
  readonly isMoving: boolean;
  readonly field: { readonly value: string; readonly error: string | undefined; onValue(value: string): void };
}

/** Says where the service has found the address. A position that is set by hand counts instead. */
export function Position({ organization, isMoving, field }: PositionProps) {
  const { address = {}, location } = organization;
  // The field of one that was set stays where it is while somebody clears or corrects it.
  const [wasSet] = useState(location !== undefined);
  const names = wasSet || location !== undefined ? [] : placeNames(address);
  const { data: place, error, isLoading } = useQuery((signal) => firstKnown(names, signal), [names.join('\n')]);
  const input = (
    <TextField
      label="Position"
      hint="Latitude and longitude, such as 39.8, -89.65, as maps on the web show them. Empty: where the address is."
      autocomplete="off"
      {...field}
    />
  );
  if (wasSet) return input;
  return (
    <div class="stack dense small">
      {location === undefined && (
        <p role="status">
          {isMoving || isLoading || error !== undefined ? (
            'Visitors find your animals near this address.'
          ) : names.length === 0 ? (
            'With a town or a postal code, visitors find your animals near it.'
          ) : place === undefined ? (
            'This service does not know where this address is. Check town and country, or set the position, so that visitors find your animals nearby.'
          ) : (
            <>
              Visitors find your animals near <bdi>{place}</bdi>.
            </>
          )}
        </p>
      )}
      <Disclosure title="Set the position exactly" hasMistake={field.error !== undefined}>
        {input}
      </Disclosure>
    </div>
  );
}

/** The first name that searches know. */
async function firstKnown(names: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  for (const near of names)
    try {
      await petstore.organizations.list({ near, limit: 1 }, { signal }).page();
      return near;
    } catch (failure) {
      if (!(failure instanceof PetstoreError && failure.code === 'invalid_parameter')) throw failure;
    }
  return undefined;
}

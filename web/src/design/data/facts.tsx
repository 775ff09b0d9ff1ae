import './facts.css';
import { type ComponentChildren, Fragment } from 'preact';

interface FactsProps {
  readonly facts: readonly (readonly [term: string, value: ComponentChildren])[];
}

/** Terms with their values. A term whose value is undefined is left out. */
export const Facts = ({ facts }: FactsProps) => (
  <dl class="facts small">
    {facts.map(
      ([term, value]) =>
        value !== undefined && (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
    )}
  </dl>
);

import { type ComponentChildren, Fragment } from 'preact';

/** A sentence with a part in place of each `{}`, such as text that a user typed. */
export const around = (sentence: string, ...parts: readonly ComponentChildren[]) => (
  <>
    {sentence.split('{}').map((words, place) => (
      <Fragment key={place}>
        {place > 0 && parts[place - 1]}
        {words}
      </Fragment>
    ))}
  </>
);

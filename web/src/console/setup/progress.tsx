import './setup.css';
import type { JSX } from 'preact';
import type { Setup } from '../../../../client/src/petstore.ts';

/** How many steps are left. */
export const remaining = ({ steps }: Setup): number => steps.filter(({ missing }) => missing.length > 0).length;

export function Progress({ setup }: { readonly setup: Setup }): JSX.Element {
  const { length: all } = setup.steps;
  const done = all - remaining(setup);
  return (
    <div class="setup-progress">
      <progress max={all} value={done} aria-label="Steps that are done" />
      <span class="small quiet numbers">
        {done} of {all} done
      </span>
    </div>
  );
}

import type { JSX } from 'preact';
import { petstore } from '../../api.ts';
import { useQuery } from '../../data/use-query.ts';
import { LinkButton } from '../../design/controls/button.tsx';
import { Progress, remaining } from './progress.tsx';

/** Leads operators to the checklist, until it is done or hidden. */
export function SetupStrip(): JSX.Element | null {
  const { data: setup } = useQuery((signal) => petstore.admin.setup({ signal }), []);
  if (setup === undefined || setup.hidden || remaining(setup) === 0) return null;
  return (
    <aside class="setup-strip" aria-label="Setting up">
      <div>
        <strong>Set up your shelter</strong>
        <Progress setup={setup} />
      </div>
      <LinkButton href="/console/setup">See what is left</LinkButton>
    </aside>
  );
}

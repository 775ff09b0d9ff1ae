import { Link } from 'wouter-preact';
import { parts, words } from '../../words.ts';

/** On an empty board, for the shelter. */
export function FirstAnimal() {
  const { finding } = words();
  return (
    <p class="small">
      {parts(finding.addTheFirst, {
        console: (
          <Link key="console" href="/console">
            {finding.consoleLink}
          </Link>
        ),
        demo: (
          <Link key="demo" href="/docs/running#the-demo">
            {finding.demoLink}
          </Link>
        ),
      })}
    </p>
  );
}

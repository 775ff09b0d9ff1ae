import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ASSESSED_ON } from '../../src/vocabulary/site.ts';

const report = readFileSync('docs/accessibility.yaml', 'utf8');

/** The success criteria of WCAG 2.2, and 4.1.1, which the catalog `2.5-edition-wcag-2.2-en` still has. */
const CRITERIA = {
  a: `1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4
    2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.1 4.1.2`,
  aa: `1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2
    3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3`,
};

interface Judged {
  readonly num: string;
  readonly level: string;
  readonly notes: string;
}

/** What the report says of the criteria of a level. It is YAML of one form, which this reads as text. */
function judgedIn(level: 'a' | 'aa'): Judged[] {
  const [, chapter = ''] = report.split(`\n  success_criteria_level_${level}:\n`);
  const [own = ''] = chapter.split('\n  success_criteria_level_');
  const form =
    /^ {6}- num: '(?<num>[\d.]+)'\n {8}components:\n {10}- name: web\n {12}adherence:\n {14}level: (?<level>[a-z-]+)\n {14}notes: >-\n(?<notes>(?: {16}.+\n)+)/gm;
  const text = `${own}\n`;
  expect(text.replaceAll(form, '').trim()).toBe('criteria:');
  return [...text.matchAll(form)].map(({ groups }) => groups as unknown as Judged);
}

test.each(['a', 'aa'] as const)('the report judges each criterion of level %s once, and says why', (level) => {
  const judged = judgedIn(level);
  expect(judged.map(({ num }) => num)).toEqual(CRITERIA[level].split(/\s+/));
  for (const { notes } of judged) expect(notes.trim().length).toBeGreaterThan(10);
});

test('no criterion is open: each is supported, or not applicable', () => {
  const levels = new Set([...judgedIn('a'), ...judgedIn('aa')].map(({ level }) => level));
  expect([...levels].toSorted()).toEqual(['not-applicable', 'supports']);
});

test('the report has what OpenACR 0.1.0 requires, and the date of the statement', () => {
  for (const line of [
    /^title: .+ Accessibility Conformance Report$/m,
    /^product:\n {2}name: /m,
    /^author:\n.*\n {2}email: .+@/m,
  ])
    expect(report).toMatch(line);
  expect(report).toContain(`\nreport_date: '${ASSESSED_ON}'\n`);
  expect(report).toContain('\ncatalog: 2.5-edition-wcag-2.2-en\n');
  const day = new Date(ASSESSED_ON).toLocaleDateString('en-GB', { dateStyle: 'long' });
  expect(readFileSync('docs/accessibility.md', 'utf8').replaceAll('\n', ' ')).toContain(day);
});

import { publicUrlOf } from '../../addresses.ts';
import { databaseUrlOf } from '../../database-location.ts';
import type { Service } from '../../service.ts';
import type { Settings } from '../../settings.ts';
import { VERSION } from '../../version.ts';
import type { Terminal } from '../terminal.ts';

const TITLES = { production: 'Production', staging: 'Staging' } as const;

/** The folder, or the databases' names without what it takes to enter them. */
function dataOf(settings: Settings, services: readonly Service[]): string {
  const places = services.map(({ environment }) => {
    const { url } = databaseUrlOf(environment, settings);
    if (url === '') return settings.dataDir;
    const { host, pathname } = new URL(url);
    return `PostgreSQL ${host}${pathname}`;
  });
  return [...new Set(places)].join(', ');
}

/** What a person sees when the service has started. The first keys are shown this once: they are stored as hashes only. */
export function banner(
  { paint }: Terminal,
  options: {
    readonly settings: Settings;
    readonly services: readonly Service[];
    readonly addresses: readonly string[];
  },
): string {
  const { settings, services, addresses } = options;
  const bold = (text: string) => paint('bold', text);
  const dim = (text: string) => paint('dim', text);
  const row = (name: string, value: string) => `  ${name.padEnd(12)}${value}`;

  const lines = ['', `  ${bold('Petstore')} ${dim(VERSION)}`, ''];
  const origins = services.map(({ environment }, i) => publicUrlOf(environment, settings) || addresses[i]);
  for (const [i, { environment }] of services.entries()) {
    const here = origins[i] === addresses[i] ? '' : dim(`  from here ${addresses[i]}`);
    lines.push(row(TITLES[environment], `${origins[i]}/v1${here}`));
  }
  lines.push(row('Reference', `${origins[0]}/docs`), row('Data', dataOf(settings, services)), '');

  const first = services.filter(({ firstKey }) => firstKey !== undefined);
  if (first.length > 0) {
    lines.push(`  ${bold('The first API keys')} (operator, Enterprise). They are shown only now: keep them.`);
    for (const { environment, firstKey = '' } of first) lines.push(row(TITLES[environment], paint('green', firstKey)));
    lines.push(
      '',
      `  ${bold("Set the operator's password")} for the pages, once and within 24 hours (operator@localhost).`,
    );
    for (const [i, { environment, firstLink }] of services.entries())
      if (firstLink !== undefined) lines.push(row(TITLES[environment], `${origins[i]}${firstLink}`));
    lines.push(
      '',
      `  ${bold('Try it')}`,
      `  curl -H 'Authorization: Bearer ${first[0]?.firstKey}' ${origins[0]}/v1/pets`,
      '',
    );
  }
  return `${lines.join('\n')}\n`;
}

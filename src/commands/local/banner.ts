import { OPERATOR_EMAIL } from '../../accounts/reserved.ts';
import type { Service } from '../../service.ts';
import { type Settings, settingsOf } from '../../settings.ts';
import { VERSION } from '../../version.ts';
import type { Terminal } from '../terminal.ts';

const TITLES = { production: 'Production', staging: 'Staging' } as const;

/** The data folder, or the PostgreSQL databases without their credentials. */
function dataOf(settings: Settings, services: readonly Service[]): string {
  const locations = services.map(({ environment }) => {
    const { databaseUrl: url } = settingsOf(environment, settings);
    if (url === '') return settings.dataDir;
    const { host, pathname } = new URL(url);
    return `PostgreSQL ${host}${pathname}`;
  });
  return [...new Set(locations)].join(', ');
}

/** The text that `serve` prints at startup. It is the only place that shows the first keys: the database has only their hashes. */
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
  const origins = services.map(({ environment }, i) => settingsOf(environment, settings).publicUrl || addresses[i]);
  for (const [i, { environment }] of services.entries()) {
    const here = origins[i] === addresses[i] ? '' : dim(`  (local ${addresses[i]})`);
    lines.push(row(TITLES[environment], `${origins[i]}/v1${here}`));
  }
  lines.push(row('Reference', `${origins[0]}/docs`), row('Data', dataOf(settings, services)), '');

  const first = services.filter(({ firstKey }) => firstKey !== undefined);
  if (first.length > 0) {
    lines.push(`  ${bold('Your API keys')} (operator, Enterprise plan). Save them now: they are not shown again.`);
    for (const { environment, firstKey = '' } of first) lines.push(row(TITLES[environment], paint('green', firstKey)));
    lines.push(
      '',
      `  ${bold('Set your password')} for the web site (${OPERATOR_EMAIL}). Each link works once, for 24 hours.`,
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

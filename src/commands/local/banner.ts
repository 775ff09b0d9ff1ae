import type { Service } from '../../composition/service.ts';
import { VERSION } from '../../package.ts';
import { type Settings, settingsOf } from '../../settings/settings.ts';
import type { Terminal } from '../terminal.ts';
import { row, TITLES } from './first-keys.ts';

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

/** The text that `serve` prints at startup. `firstKeys` is a part of it: the keys, or where they are. */
export function banner(
  { paint }: Terminal,
  options: {
    readonly settings: Settings;
    readonly services: readonly Service[];
    readonly addresses: readonly string[];
    readonly origins: readonly string[];
    readonly firstKeys: readonly string[];
  },
): string {
  const { settings, services, addresses, origins, firstKeys } = options;
  const dim = (text: string) => paint('dim', text);

  const lines = ['', `  ${paint('bold', 'Petstore')} ${dim(VERSION)}`, ''];
  for (const [i, { environment }] of services.entries()) {
    const here = origins[i] === addresses[i] ? '' : dim(`  (local ${addresses[i]})`);
    lines.push(row(TITLES[environment], `${origins[i]}/v1${here}`));
  }
  lines.push(row('Reference', `${origins[0]}/docs`), row('Data', dataOf(settings, services)), '', ...firstKeys);
  return `${lines.join('\n')}\n`;
}

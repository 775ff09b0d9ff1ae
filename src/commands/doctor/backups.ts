import { type BackupState, STATE } from '../../backups/state.ts';
import { BACKED_UP_AT } from '../../database/meta.ts';
import { reasonOf } from '../../failure.ts';
import { databaseFile, type Settings, settingsOf } from '../../settings/settings.ts';
import { type Environment, environmentsOf } from '../../vocabulary/environments.ts';
import { exists } from '../files.ts';
import { type Check, type Finding, findings } from './check.ts';
import { query } from './query.ts';

const dayMs = 86_400_000;

/** Checks how old the last backup is. Without BACKUP_URL, only production is expected to have one. */
export const backupsCheck: Check = async (settings) => {
  const wanted = environmentsOf(settings).filter((name) => settings.backupUrl !== '' || name === 'production');
  return Promise.all(wanted.map((environment) => checkBackups(environment, settings)));
};

async function checkBackups(environment: Environment, settings: Settings): Promise<Finding> {
  const { well, warn, bad } = findings(`Backups, ${environment}`);
  const isOn = settings.backupUrl !== '';
  const isEmbedded = settingsOf(environment, settings).databaseUrl === '';
  if (isEmbedded && !(await exists(databaseFile(environment, settings)))) return well('nothing to back up yet');
  let rows: readonly { readonly name: string; readonly value: string }[];
  try {
    const sql = `select name, value from meta where name in ('${STATE}', '${BACKED_UP_AT}')`;
    rows = await query(environment, settings, sql);
  } catch (error) {
    return warn(`The database could not be read: ${reasonOf(error)}.`, 'Run petstore doctor again once it can be.');
  }
  const valueOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.value;
  const { madeMs, failing } = JSON.parse(valueOf(STATE) ?? '{}') as BackupState;
  if (isOn && failing !== undefined)
    return bad(
      `They have failed since ${new Date(failing.sinceMs).toISOString()}: ${failing.reason}`,
      'Once that is mended, run petstore backups run.',
    );
  const lastMs = isOn ? madeMs : Number(valueOf(BACKED_UP_AT) ?? 0) || undefined;
  const todo = isOn
    ? 'The service makes them while it runs: start it, or run petstore backups run.'
    : 'Set BACKUP_URL, so that the service makes them by itself: see docs/backups.md.';
  if (lastMs === undefined) return warn('There is none.', todo);
  const says = `the last one is from ${new Date(lastMs).toISOString()}`;
  const isOld = Date.now() - lastMs > 2 * (isOn ? settings.backupEvery : dayMs);
  return isOld ? warn(`They are old: ${says}.`, todo) : well(says);
}

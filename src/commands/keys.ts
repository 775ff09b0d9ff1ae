import { styleText } from 'node:util';
import { CustomLimitsRefused } from '../accounts/store.ts';
import { type Environment } from '../environments.ts';
import { PLANS, type Plan } from '../limits/plans.ts';
import { openStore } from '../service.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';

export interface KeyOptions {
  readonly environment: Environment;
  readonly json?: boolean;
}

export interface CreateKeyOptions extends KeyOptions {
  readonly plan: Plan;
  readonly email?: string;
  readonly perMinute?: number;
  readonly perDay?: number;
}

export interface ListKeysOptions extends KeyOptions {
  readonly email: string;
}

/** Makes a key in the store itself and prints it, this once. */
export async function createKey(settings: Settings, options: CreateKeyOptions): Promise<void> {
  const { environment, plan, email, perMinute, perDay, json = false } = options;
  const custom = perMinute !== undefined || perDay !== undefined;
  const limits = custom
    ? { perMinute: perMinute ?? PLANS[plan].perMinute, perDay: perDay ?? PLANS[plan].perDay }
    : undefined;
  const made = await inStore(environment, settings, ({ accounts }) =>
    accounts.createKey({ email, plan, limits }),
  ).catch((error: unknown) => {
    throw error instanceof CustomLimitsRefused ? new StartError(error.message) : error;
  });
  if (json) print(JSON.stringify(made));
  else {
    print(styleText('green', made.key));
    print(
      styleText(
        'dim',
        `account ${made.accountId}, key ${made.keyId}, ${made.plan}, ${made.environment}. It is shown only now: keep it.`,
      ),
    );
  }
}

export async function listKeys(
  settings: Settings,
  { environment, email, json = false }: ListKeysOptions,
): Promise<void> {
  const keys = await inStore(environment, settings, async ({ accounts }) => {
    const account = await accounts.findByEmail(email);
    if (account === undefined)
      throw new StartError(`There is no account with the email ${JSON.stringify(email)} in ${environment}.`);
    return accounts.keys.list(account.id, 10_000);
  });
  for (const key of keys) {
    const row = [
      String(key.id).padStart(6),
      `${key.prefix}…${key.lastFour}`,
      key.createdAt.slice(0, 10),
      key.name ?? '',
    ];
    print(json ? JSON.stringify(key) : row.join('  ').trimEnd());
  }
}

export async function revokeKey(settings: Settings, keyId: number, { environment }: KeyOptions): Promise<void> {
  const wasThere = await inStore(environment, settings, ({ accounts }) => accounts.keys.revoke(keyId));
  if (!wasThere) throw new StartError(`There is no key ${keyId} in ${environment}.`);
  print(`Key ${keyId} is revoked; a running service refuses it within a second.`);
}

async function inStore<T>(
  environment: Environment,
  settings: Settings,
  work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>,
): Promise<T> {
  const store = await openStore(environment, settings);
  try {
    return await work(store);
  } finally {
    await store.database.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

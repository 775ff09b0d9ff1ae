import { expect, test } from 'vitest';
import type { Queries } from '../../src/database/database.ts';
import type { Notice, Recipient } from '../../src/notifications/store.ts';
import { toldAtOnce } from '../../src/notifications/telling.ts';
import {
  defaultWay,
  NOTIFICATION_KINDS,
  type NotificationChoices,
  OWN_ADDRESS_KINDS,
} from '../../src/vocabulary/notifications.ts';

const all = (way: (kind: (typeof NOTIFICATION_KINDS)[number]) => string) =>
  Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, way(kind)])) as NotificationChoices;
const manager: Recipient = { accountId: 5, organizationId: 1, email: 'ann@x.example', choices: all(() => 'off') };
const own: Recipient = {
  accountId: 0,
  organizationId: 1,
  email: 'hello@x.example',
  choices: all((kind) => defaultWay(kind, 'manager')),
};

test.each<Notice['kind']>([
  'order',
  'message',
  'application',
  'listing_waiting',
  'listing_failing',
  'listing_paused',
  'mail_failed',
])('the own address is told of %s only if managers can switch that off', async (kind) => {
  const notice = { kind, organizationId: 1, subject: '7', accountId: null, dueMs: 0 };
  const stores = { members: async () => [manager], ownAddress: async () => own };
  const told = await toldAtOnce(stores, {} as Queries, 1, [notice]);
  const canChoose = (OWN_ADDRESS_KINDS as readonly string[]).includes(kind);
  expect([...told.keys()]).toEqual(canChoose ? [own] : []);
});

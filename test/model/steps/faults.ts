import { request } from 'node:http';
import * as fc from 'fast-check';
import { turns } from '../../orders/callers.ts';
import { holdMs, hourMs } from '../../support/adoption.ts';
import { eventually } from '../../support/eventually.ts';
import { failSyncs } from '../faults.ts';
import { added, expectEqual, expectOutcome, kind, met, newNumber, owner } from '../step.ts';

/** What nobody does: time passes, and machines fail. */
export const FAULTS = {
  /** The connection breaks as soon as the request is sent. */
  cut: kind(2, [owner], async (world, by) => {
    const { callWith, keys: of, service } = world;
    const number = newNumber();
    const body = { name: `Rex ${number}`, categoryId: 1 };
    const headers = { 'idempotency-key': `cut-${number}` };
    const { promise: sent, resolve } = Promise.withResolvers<void>();
    const broken = request(`${service().origin}/v1/pets`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${of[by]}` },
    });
    broken.on('error', () => {}).on('close', resolve);
    broken.end(JSON.stringify(body), () => setImmediate(() => broken.destroy()));
    await sent;
    const answer = await eventually(async () => {
      const found = await callWith(of[by], 'POST', '/v1/pets', { headers, body });
      return found.body.code !== 'idempotency_key_in_use' && found;
    });
    expectOutcome('cut', answer, 201);
    added(world, by, answer.body);
  }),
  /** The database fails while a request is under way, which is repeated until it succeeds. */
  fault: kind(2, [owner, fc.nat(4)], async (world, by, after) => {
    const { call, breakDatabase } = world;
    // It would fail a statement of whatever breaks the database.
    world.failNext(undefined);
    const number = newNumber();
    const body = { name: `Rex ${number}`, categoryId: 1 };
    const headers = { 'idempotency-key': `fault-${number}` };
    const send = () => call(by, 'POST', '/v1/pets', { headers, body });
    const first = send();
    await turns(after);
    const mend = await breakDatabase();
    const second = send();
    await mend();
    for (const { status: code } of [await first, await second]) expectEqual([201, 409, 503].includes(code), true);
    const answer = await eventually(async () => {
      const found = await send();
      return found.status === 201 && found;
    });
    expectOutcome('fault', answer, 201);
    added(world, by, answer.body);
    // Until every connection is a new one.
    const change = () => call(by, 'PATCH', `/v1/pets/${answer.body.id}`, { body: { status: 'available' } });
    await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, change));
      return answers.every(({ status: code }) => code === 200);
    });
  }),
  /** A statement of the next change fails. */
  failNext: kind(3, [fc.nat(12), fc.boolean()], async ({ failNext }, after, isWorse) => {
    failNext({ after, isWorse });
    met.add('failNext');
  }),
  /** What was written may not be on the disk: the service changes nothing until it is started again, and knows the request then. */
  failSyncs: kind(1, [owner], async (world, by) => {
    const { call, service } = world;
    const number = newNumber();
    const body = { name: `Rex ${number}`, categoryId: 1 };
    const send = () => call(by, 'POST', '/v1/pets', { body, headers: { 'idempotency-key': `sync-${number}` } });
    if (service().settings.databaseUrl === '') {
      // A change whose statement fails is repeated until it succeeds.
      world.failNext(undefined);
      const mend = await failSyncs();
      try {
        expectOutcome('failSyncs', await send(), 'service_unavailable');
      } finally {
        mend();
      }
      expectOutcome('failSyncs', await send(), 'service_unavailable');
    }
    await world.restart();
    const answer = await send();
    expectOutcome('failSyncs', answer, 201);
    added(world, by, answer.body);
  }),
  /** The mail server refuses everything for some time. */
  refuseMails: kind(1, [], async ({ refuseMails }) => refuseMails()),
  mail: kind(2, [], async (world) => world.mailAll()),
  pass: kind(3, [fc.constantFrom(1, 1_000, 61_000, hourMs, holdMs / 2, holdMs)], async (world, ms) => {
    await world.pass(world.model.within(ms));
  }),
  restart: kind(1, [], async (world) => {
    await world.restart();
    met.add('restart');
  }),
};

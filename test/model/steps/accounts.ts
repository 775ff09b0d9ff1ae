import * as fc from 'fast-check';
import { SHELTER, STRANGER, VISITORS } from '../model.ts';
import { expectEqual, expectOutcome, kind, met, newNumber, pick, post, recent } from '../step.ts';
import type { Actor } from '../world.ts';

/** What people and programs do besides. */
export const ACCOUNTS = {
  write: kind(3, [], async (world) => {
    const answer = await post(world, STRANGER, '/v1/messages', { message: `Is Rex there? ${newNumber()}` });
    expectOutcome('write', answer, 202);
    world.model.messages.push(answer.body.id);
  }),
  /** A visitor asks about an animal. */
  ask: kind(3, [fc.nat(2), recent], async (world, who, index) => {
    const { model } = world;
    const pet = pick(
      model.store.pets.filter((one) => model.isShown(one)),
      index,
    );
    if (pet === undefined) return;
    const email = model.emails[who]!;
    const from = { name: `Ann of ${email}`, email };
    const answer = await post(world, VISITORS, '/v1/messages', { message: 'Does she like cats?', petId: pet.id, from });
    expectOutcome('ask', answer, 202);
    await world.delivered();
    model.messages.push(answer.body.id);
    model.ask(answer.body.id, pet);
  }),
  /** A colleague asks the manager to answer it. */
  assign: kind(2, [recent], async ({ model, call }, index) => {
    const question = pick(model.questions, index);
    if (question === undefined || question.isAssigned) return;
    const { owner } = question.pet;
    const body = { assigneeId: model.organizations[owner]!.managerId };
    expectOutcome('assign', await call(owner as Actor, 'PATCH', `/v1/inbox/${question.id}`, { body }), 200);
    model.assign(question);
  }),
  closeQuestion: kind(1, [recent], async ({ model, call }, index) => {
    const question = pick(model.questions, index);
    if (question === undefined) return;
    const by = question.pet.owner as Actor;
    const body = { state: 'closed' };
    expectOutcome('closeQuestion', await call(by, 'PATCH', `/v1/inbox/${question.id}`, { body }), 200);
    question.isOpen = false;
  }),
  /** Somebody waits for animals, and confirms it, unless the mail did not arrive. */
  alert: kind(3, [fc.nat(2)], async (world, who) => {
    const { model, callWith } = world;
    const { alerts } = model.waiting;
    const email = model.emails[who]!;
    const before = (await world.mails()).length;
    expectOutcome('alert', await post(world, VISITORS, '/v1/alerts', { email, filters: {} }), 202);
    await world.mailsSent();
    const sent = (await world.mails()).slice(before);
    const mail = sent.findLast(({ kind: of, to }) => of === 'alert.confirmation' && to === email);
    const [, token] = /\/alert#([\w-]+)/.exec(mail?.text ?? '') ?? [];
    if (token === undefined) return;
    expectOutcome('confirm', await callWith(token, 'POST', '/v1/alert/confirm'), 200);
    if (alerts.every((one) => one.token !== token))
      alerts.push({ email, token, sinceMs: model.timeMs, isEnded: false });
  }),
  endAlert: kind(1, [recent], async ({ model, callWith }, index) => {
    const alert = pick(model.waiting.alerts, index);
    if (alert === undefined) return;
    const answer = await callWith(alert.token, 'POST', '/v1/alert/end');
    expectOutcome('endAlert', answer, alert.isEnded ? 'alert_not_found' : 204);
    alert.isEnded = true;
  }),
  category: kind(1, [], async (world) => {
    const answer = await post(world, SHELTER, '/v1/categories', { name: `Ponies ${newNumber()}` });
    expectOutcome('category', answer, 201);
    world.model.categories.set(answer.body.id, answer.body.name);
  }),
  renameCategory: kind(1, [recent], async ({ model, call }, index) => {
    const id = pick([...model.categories.keys()], index);
    if (id === undefined) return;
    const name = `Horses ${newNumber()}`;
    expectOutcome('renameCategory', await call(SHELTER, 'PATCH', `/v1/categories/${id}`, { body: { name } }), 200);
    model.categories.set(id, name);
  }),
  newKey: kind(1, [], async ({ model, call }) => {
    if (model.keys.length >= 5) return;
    const answer = await call(STRANGER, 'POST', '/v1/account/keys', { body: {} });
    expectOutcome('newKey', answer, 201);
    model.keys.push({ id: answer.body.id, key: answer.body.key, isRevoked: false });
  }),
  revoke: kind(1, [recent], async ({ model, call }, index) => {
    const key = pick(model.keys, index);
    if (key === undefined || key.isRevoked) return;
    expectOutcome('revoke', await call(STRANGER, 'DELETE', `/v1/account/keys/${key.id}`), 204);
    key.isRevoked = true;
  }),
  burst: kind(2, [fc.integer({ min: 1, max: 7 })], async ({ limiter, limited, callWith }, count) => {
    for (let i = 0; i < count; i += 1) {
      const { refusedBy, shown } = limiter.take(limited.caller, 1);
      const answer = await callWith(limited.key, 'GET', '/v1/pets?limit=1');
      const code = { ban: 'api_key_banned', minute: 'rate_limit_exceeded', day: 'daily_quota_exceeded' };
      expectOutcome('burst', answer, refusedBy === undefined ? 200 : code[refusedBy]);
      expectEqual(Number(answer.headers.get('x-ratelimit-remaining')), shown.remaining);
    }
  }),
  erase: kind(1, [fc.nat(2)], async (world, who) => {
    const { model, call } = world;
    const email = model.emails[who]!;
    // Not while somebody writes a mail to them.
    await world.mailsSent();
    expectOutcome('erase', await call(SHELTER, 'POST', '/v1/admin/people/erase', { body: { email } }), 200);
    model.erasePerson(who, (await world.mails()).length);
  }),
  /** A request that has succeeded is repeated. */
  again: kind(4, [fc.nat(9)], async ({ model, callWith }, index) => {
    const kept = pick(model.kept, index);
    if (kept === undefined) return;
    const { key, path, headers, body, text } = kept;
    const answer = await callWith(key, 'POST', path, { headers, body });
    expectEqual([answer.headers.get('idempotency-replayed'), answer.text], ['true', text], path);
    met.add('again');
  }),
};

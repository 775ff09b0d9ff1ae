import { createHash } from 'node:crypto';
import SqliteDatabase from 'better-sqlite3';
import Fastify from 'fastify';

/**
 * The two operations with Fastify and better-sqlite3, by a careful hand: prepared statements, schemas for bodies and answers, limits in
 * memory, and each 201 after fsync. It does less than the service: one limit, no filters, links, events, idempotency, audit or log.
 */
const { DATABASE_FILE, PORT } = process.env;
const database = new SqliteDatabase(DATABASE_FILE);
database.pragma('journal_mode = wal');
database.pragma('synchronous = full');
const accountOf = database.prepare('select account_id from keys where sha256 = ?').pluck();
const list = database.prepare(
  'select id, name, category_id as categoryId, status from pets where account_id = ? order by id limit ?',
);
const insert = database.prepare('insert into pets (account_id, name, category_id, status) values (?, ?, ?, ?)');

const LIMIT = 1_000_000_000;
const WINDOW_MS = 60_000;
const windows = new Map();

/** Counts a request of the account. @returns what remains, below 0 if there is nothing left */
function count(accountId) {
  let window = windows.get(accountId);
  if (window === undefined || window.endsAt <= Date.now()) {
    window = { used: 0, endsAt: Date.now() + WINDOW_MS };
    windows.set(accountId, window);
  }
  window.used += 1;
  return { remaining: LIMIT - window.used, seconds: Math.ceil((window.endsAt - Date.now()) / 1_000) };
}

const id = { type: 'integer', minimum: 1 };
const members = {
  name: { type: 'string', minLength: 1 },
  categoryId: id,
  status: { enum: ['available', 'pending', 'sold'], default: 'available' },
};
const pet = { type: 'object', properties: { id, ...members } };

const app = Fastify();
app.get('/healthz', () => ({ status: 'ok' }));
app.register(
  (v1, _options, done) => {
    v1.addHook('onRequest', (request, reply, next) => {
      const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
      request.accountId = accountOf.get(createHash('sha256').update(token).digest());
      if (request.accountId === undefined)
        return reply.code(401).send({ code: 401, message: 'The API key is unknown.' });
      const { remaining, seconds } = count(request.accountId);
      reply.headers({ 'x-ratelimit-limit': LIMIT, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': seconds });
      if (remaining < 0) return reply.code(429).send({ code: 429, message: 'There were too many requests.' });
      next();
    });
    const querystring = { type: 'object', properties: { limit: { ...id, maximum: 100, default: 20 } } };
    v1.get('/pets', { schema: { querystring, response: { 200: { type: 'array', items: pet } } } }, (request) =>
      list.all(request.accountId, request.query.limit),
    );
    const body = { type: 'object', required: ['name', 'categoryId'], properties: members };
    v1.post('/pets', { schema: { body, response: { 201: pet } } }, (request, reply) => {
      const { name, categoryId, status } = request.body;
      const { lastInsertRowid } = insert.run(request.accountId, name, categoryId, status);
      const created = Number(lastInsertRowid);
      return reply.code(201).header('location', `/v1/pets/${created}`).send({ id: created, name, categoryId, status });
    });
    done();
  },
  { prefix: '/v1' },
);
await app.listen({ port: Number(PORT), host: '127.0.0.1' });

import { createHash } from 'node:crypto';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import { Redis } from 'ioredis';
import pg from 'pg';
import { RedisStore } from 'rate-limit-redis';

/**
 * The two operations as most would write them with Express, pg and express-rate-limit on Redis. It does less than the service: one limit,
 * no filters, links, events, idempotency, audit or log.
 */
const { DATABASE_URL, REDIS_URL, PORT } = process.env;
const database = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const redis = new Redis(REDIS_URL);
const STATUSES = new Set(['available', 'pending', 'sold']);

const app = express();
app.get('/healthz', (_request, response) => response.json({ status: 'ok' }));

app.use(async (request, response, next) => {
  const token = /^Bearer (\S+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? '';
  const sha256 = createHash('sha256').update(token).digest();
  const { rows } = await database.query('select account_id from keys where sha256 = $1', [sha256]);
  if (rows.length === 0) return response.status(401).json({ code: 401, message: 'The API key is unknown.' });
  request.accountId = rows[0].account_id;
  next();
});

app.use(
  rateLimit({
    windowMs: 60_000,
    limit: 1_000_000_000,
    standardHeaders: 'draft-8',
    legacyHeaders: true,
    keyGenerator: (request) => request.accountId,
    store: new RedisStore({ sendCommand: (command, ...args) => redis.call(command, ...args) }),
  }),
);

app.get('/v1/pets', async (request, response) => {
  const limit = Number(request.query.limit ?? 20);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    return response.status(400).json({ code: 400, message: 'limit: 1 to 100.' });
  const { rows } = await database.query(
    'select id::int, name, category_id::int as "categoryId", status from pets where account_id = $1 order by id limit $2',
    [request.accountId, limit],
  );
  response.json(rows);
});

app.post('/v1/pets', express.json(), async (request, response) => {
  const { name, categoryId, status = 'available' } = request.body;
  if (typeof name !== 'string' || name === '' || !Number.isInteger(categoryId) || !STATUSES.has(status))
    return response.status(400).json({ code: 400, message: 'name, categoryId or status is wrong.' });
  const { rows } = await database.query(
    'insert into pets (account_id, name, category_id, status) values ($1, $2, $3, $4) returning id::int',
    [request.accountId, name, categoryId, status],
  );
  const { id } = rows[0];
  response.status(201).location(`/v1/pets/${id}`).json({ id, name, categoryId, status });
});

app.listen(Number(PORT), '127.0.0.1');

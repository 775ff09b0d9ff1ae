// Ends with 0 when every environment that this container serves is alive, by the settings with which it was started. It does not ask
// for the database: a container that is started anew because PostgreSQL is away helps nobody.
const { ENVIRONMENT = 'both', PORT = '8080', STAGING_PORT = '8081' } = process.env;
const ports = { production: [PORT], staging: [STAGING_PORT] }[ENVIRONMENT] ?? [PORT, STAGING_PORT];

for (const port of ports) {
  const url = `http://127.0.0.1:${port}/healthz`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch((error) => error);
  if (answer.status === 200) continue;
  console.error(`${url}: ${answer.status ?? answer.cause?.message ?? answer.message}`);
  process.exitCode = 1;
}

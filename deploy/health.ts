// Ends with 0 when every environment that this container serves is alive, by the settings with which it was started. It does not ask
// for the database: a container that is started anew because PostgreSQL is away helps nobody.
const { ENVIRONMENT = 'both', PORT = '8080', STAGING_PORT = '8081' } = process.env;
const ports = [...(ENVIRONMENT === 'staging' ? [] : [PORT]), ...(ENVIRONMENT === 'production' ? [] : [STAGING_PORT])];

for (const port of ports) {
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2_000) });
  if (!ok) process.exitCode = 1;
}

// Exits with 0 if every environment that this container serves is alive. It does not check the database: restarting the container
// would not bring PostgreSQL back.
const { ENVIRONMENT = 'both', PORT = '8080', STAGING_PORT = '8081' } = process.env;
const ports = [...(ENVIRONMENT === 'staging' ? [] : [PORT]), ...(ENVIRONMENT === 'production' ? [] : [STAGING_PORT])];

for (const port of ports) {
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2_000) });
  if (!ok) process.exitCode = 1;
}

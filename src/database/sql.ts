// Migrations load Kysely when they run, and this part alone: an `import()` of all of Kysely would load the drivers of PostgreSQL, too.
export { sql } from 'kysely';

import { execFileSync } from 'node:child_process';

// Writes src/server/db/schema.ts from a live database: DATABASE_URL names one that has every migration.
// `npm run db:types` after each migration; the file is committed, so that nobody needs a database to type-check.
execFileSync(
  'kysely-codegen',
  [
    '--camel-case',
    '--dialect=postgres',
    '--exclude-pattern=migrations',
    '--numeric-parser=number',
    '--date-parser=string',
    '--type-mapping={"int8":"number"}',
    '--out-file=src/server/db/schema.ts',
  ],
  { stdio: 'inherit' },
);

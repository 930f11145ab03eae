import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/start-embedded-postgres.ts';
import { generateDbTypes } from './generate-db-types.ts';

// `npm run db:types` after a change of migrations/: runs all of them in a new embedded database and writes
// src/server/db/schema.ts from it. The file is committed, so a type check needs no database.

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sumi-db-types-'));
// When root starts PostgreSQL, it runs as another user, who must be able to enter the folder.
await chmod(dataDir, 0o755);
const server = await startEmbeddedPostgres({ dataDir, durable: false });
try {
  const { pool, close } = connect(server.connection);
  await migrate(pool);
  await close();
  await writeFile('src/server/db/schema.ts', await generateDbTypes(server.connection));
} finally {
  await server.stop();
  await rm(server.location.folder, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { DbAddress } from '#server/db/connect.ts';
import { databaseName } from '#server/embedded-postgres/create-database.ts';
import { findPostmaster } from '#server/embedded-postgres/find-postmaster.ts';
import { socketPort } from '#server/embedded-postgres/place-socket.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { describeFailure } from './describe-failure.ts';

/**
 * The database that DATABASE_URL names, else the embedded one in the socket folder given, else the one that runs in
 * DATA_DIR. Null when none runs there. @throws ConfigError where a setting cannot be read
 */
export function findRunningDatabase(
  env: Record<string, string | undefined>,
  socket?: string,
): DbAddress | null {
  const { DATABASE_URL: url } = readEnvironment(env);
  if (url) return { url };
  const identity = { user: databaseName, database: databaseName };
  if (socket) return { host: path.resolve(socket), port: socketPort, ...identity };
  const home = path.resolve(env.DATA_DIR || 'data', 'postgres');
  // The folder may be a link to the real one.
  const server = existsSync(home) ? findPostmaster(path.join(realpathSync(home), 'data')) : null;
  return server && { host: server.host, port: server.port, ...identity };
}

/** The same for a command that can do nothing without: it ends with 2 and one line. */
export function needRunningDatabase(env: Record<string, string | undefined>, socket?: string): DbAddress {
  try {
    const address = findRunningDatabase(env, socket);
    if (address) return address;
    console.error('There is no database: start Sumi first, or name one in DATABASE_URL.');
  } catch (error) {
    console.error(describeFailure(error));
  }
  process.exit(2);
}

import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { DbAddress } from '#server/db/connect.ts';
import { DATABASE } from '#server/embedded-postgres/create-database.ts';
import { findPostmaster } from '#server/embedded-postgres/find-postmaster.ts';
import { SOCKET_PORT } from '#server/embedded-postgres/place-socket.ts';

/**
 * The database that DATABASE_URL names, else the embedded one in the socket folder given, else the one that runs in
 * DATA_DIR. Null when none runs there.
 */
export function findRunningDatabase(
  env: Record<string, string | undefined>,
  socket?: string,
): DbAddress | null {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL };
  const identity = { user: DATABASE, database: DATABASE };
  if (socket) return { host: path.resolve(socket), port: SOCKET_PORT, ...identity };
  const home = path.resolve(env.DATA_DIR || 'data', 'postgres');
  // The folder may be a link to the real one.
  const server = existsSync(home) ? findPostmaster(path.join(realpathSync(home), 'data')) : null;
  return server && { host: server.host, port: server.port, ...identity };
}

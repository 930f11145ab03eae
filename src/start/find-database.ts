import type { DbAddress } from '#server/db/connect.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/start-embedded-postgres.ts';
import type { Config } from '../config.ts';

export type Database = { address: DbAddress; stop(): Promise<void> };

/**
 * Returns the PostgreSQL that `DATABASE_URL` names, else starts the embedded one. `say` prints a line for the person
 * who starts the server; `giveUp` ends the server when another process takes the database over.
 */
export async function findDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (line: string) => void,
  giveUp: () => void,
): Promise<Database> {
  if (config.databaseUrl) return { address: { url: config.databaseUrl }, stop: async () => {} };
  const server = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    onExit(event) {
      say(event.message);
      if (event.state === 'taken') giveUp();
    },
  });
  if (server.location.note) say(server.location.note);
  if (server.adopted) say('The database of an earlier start was still running; it goes on from there.');
  return { address: server.connection, stop: server.stop };
}

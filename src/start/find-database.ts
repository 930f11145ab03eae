import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DbAddress } from '#server/db/connect.ts';
import { NoPrimaryError } from '#server/db/follow-primary.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/start-embedded-postgres.ts';
import { runDatabase } from '#server/standby/run-database.ts';
import { endArchive, keepArchive } from '#server/wal-archive/keep-archive.ts';
import { communityParts } from '../community-parts.ts';
import type { Config, ConfigError } from '../config.ts';
import { reachDatabase } from './reach-database.ts';

export type Database = { address: DbAddress; stop(): Promise<void> };

/**
 * Returns the PostgreSQL that `DATABASE_URL` names, else starts the embedded one and archives its log where the
 * settings say so. With `DATABASE_LISTEN` it does both: it runs the embedded one for all machines, and uses whichever
 * of them takes writes. `say` prints a line for the person who starts the server; `giveUp` ends the server when another
 * process takes the database over. @throws ConfigError where what `DATABASE_URL` names cannot be used
 */
export async function findDatabase(
  config: Pick<Config, 'databaseUrl' | 'sharedDatabase' | 'dataDir' | 'walArchive' | 'secret' | 'bucket'>,
  say: (line: string) => void,
  giveUp: () => void,
): Promise<Database> {
  if (config.sharedDatabase) {
    const { url } = config.sharedDatabase;
    const { stop } = await runDatabase(config.dataDir, config.sharedDatabase, { say, giveUp });
    try {
      return { address: await untilPrimary(url, say), stop };
    } catch (error) {
      await stop();
      throw error;
    }
  }
  if (config.databaseUrl) return { address: await reachDatabase(config.databaseUrl), stop: async () => {} };
  const { dataDir, secret, walArchive, bucket } = config;
  const server = await startEmbeddedPostgres({
    dataDir,
    onExit(event) {
      say(event.message);
      if (event.state === 'taken') giveUp();
    },
  });
  if (server.location.note) say(server.location.note);
  if (server.adopted) say('The database of an earlier start was still running; it goes on from there.');
  const running = { ...server.connection, data: server.location.data };
  if (!walArchive) {
    await endArchive(running);
    return { address: server.connection, stop: server.stop };
  }
  const archive = await keepArchive(running, {
    ...{ ...walArchive, dataDir, secret, extras: communityParts.extras, say },
    files: bucket ? null : path.join(dataDir, 'files'),
  });
  return {
    address: server.connection,
    async stop() {
      await archive.stop();
      await server.stop();
    },
  };
}

const askAgainMs = 2000;

/**
 * Waits until a host takes writes, because the standby that this process runs can only be promoted while it runs.
 * Every other failure is thrown.
 */
async function untilPrimary(url: string, say: (line: string) => void): Promise<DbAddress> {
  for (let isTold = false; ; isTold = true) {
    try {
      return await reachDatabase(url);
    } catch (error) {
      const { cause } = error as ConfigError;
      if (!(cause instanceof NoPrimaryError)) throw error;
      if (!isTold) {
        say(
          `${cause.message} This server waits for one. If the other machine is dead, npm run promote has the database here take over.`,
        );
      }
      await sleep(askAgainMs);
    }
  }
}

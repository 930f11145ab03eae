import { type DbHost, nameOfHost } from '#server/db/database-hosts.ts';
import { followPrimary } from '#server/db/follow-primary.ts';
import { copyPrimary, hasDatabase } from '#server/standby/copy-primary.ts';
import { runDatabase } from '#server/standby/run-database.ts';
import { ConfigError, readPlace } from '../../src/config.ts';
import { describeFailure } from './describe-failure.ts';

// `npm run standby` runs the embedded database of DATA_DIR alone, for servers on other machines: where DATA_DIR has
// none yet, it first copies the one that takes writes and then follows it. After `npm run promote` it takes the writes.
// It needs DATABASE_URL with every host, and DATABASE_LISTEN with the one of this machine. SIGTERM stops it in order.

const say = (line: string) => console.log(line);
try {
  await run();
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}

async function run(): Promise<void> {
  const { dataDir, sharedDatabase: shared } = readPlace(process.env);
  if (!shared || shared.hosts.length < 2) {
    throw new ConfigError(
      'DATABASE_URL: a standby needs it with two hosts, and DATABASE_LISTEN with the one of this machine.',
    );
  }
  if (!hasDatabase(dataDir)) {
    const primary = await findPrimary(shared);
    const begun = Date.now();
    await copyPrimary(dataDir, primary, shared.password);
    say(`The database of ${nameOfHost(primary)} is copied in ${((Date.now() - begun) / 1000).toFixed(1)} s.`);
  }
  const { socket, stop } = await runDatabase(dataDir, shared, { say, giveUp: () => process.exit(1) });
  if (!socket) process.exit(1);
  say(`The database runs at ${nameOfHost(shared.listen)}.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void stop().finally(() => process.exit(0)));
  }
}

async function findPrimary({ url, hosts }: { url: string; hosts: readonly DbHost[] }): Promise<DbHost> {
  try {
    return await followPrimary(url, hosts).find();
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('28')) throw error;
    const names = hosts.map(nameOfHost).join(', ');
    throw new ConfigError(
      `DATABASE_URL: its password is not the one that ${names} has (${(error as Error).message}): all machines need the same.`,
    );
  }
}

import { createHash, randomUUID } from 'node:crypto';
import { markLongPasswords } from '#features/accounts/sign-in/mark-long-passwords.ts';
import { createTestProvider } from '#features/payments/providers/test-provider.ts';
import { type Connection, connect, type DbAddress } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { type Follower, followEvents } from '#server/events/follow-events.ts';
import { filesInFolder } from '#server/files/files-in-folder.ts';
import { followReplica, type Replica } from '#server/replica/follow-replica.ts';
import { type Composition, compose } from '../../compose.ts';
import { readConfig } from '../../config.ts';
import { linksToShow } from '../../start/links-to-show.ts';
import { checkAnswers } from '../answers/check-answers.ts';
import { personFunction } from '../rows/insert-person.ts';
import { testPush } from '../stand-ins/push-server.ts';
import { testSecret, type withDefaults } from './community-options.ts';

/** One process of a community's server, as a start would compose it. */
export type ServerProcess = {
  connection: Connection;
  follower: Follower;
  replica: Replica | null;
  composition: Composition;
};

export async function startServerProcess(
  options: ReturnType<typeof withDefaults>,
  {
    address,
    filesFolder,
    clock,
    keepsPages,
    replicaUrl,
  }: {
    address: DbAddress;
    filesFolder: string;
    clock: () => Date;
    keepsPages: boolean;
    replicaUrl?: string | undefined;
  },
): Promise<ServerProcess> {
  const { poolSize, waitMs, log, payments } = options;
  const connection = connect((await options.between?.(address)) ?? address, { poolSize, waitMs });
  const { db } = connection;
  if (options.database) {
    await migrate(connection.pool);
    await connection.pool.query(personFunction);
  }
  const follower = await followEvents(db, address, log);
  const replica = replicaUrl
    ? followReplica(replicaUrl, { primary: db, position: follower.position, log })
    : null;
  const testProvider = createTestProvider(db, clock, { renews: true });
  const composition = compose({
    connection,
    follower,
    log,
    clock,
    settings: {
      appUrl: options.origin,
      origins: [options.origin],
      secret: testSecret,
      passwordMinLength: options.passwordMinLength,
      limitAttempts: options.limitAttempts,
      mail: options.mail,
      confirmEmail: options.confirmEmail,
      nativeTokens: options.nativeTokens,
      requireSecondFactor: options.requireSecondFactor,
      sessionIdleDays: 30,
      sessionMaxDays: options.sessionMaxDays,
      providers: options.providers,
      phoneCodes: options.phoneCodes,
      trustProxy: options.trustProxy,
    },
    demoSignIns: async () => [],
    files: filesInFolder(filesFolder),
    links: options.links ?? linksToShow(readConfig({ DATA_DIR: filesFolder })),
    videoSources: options.videoSources,
    payments: {
      current: payments === undefined ? testProvider : payments,
      all: [testProvider, ...(payments ? [payments] : [])],
    },
    metricsToken: options.metricsToken,
    sharedPagesBytes: keepsPages ? 8 * 1024 * 1024 : 0,
    replica,
    calendar: { calendar: options.calendar(db), meetings: null, subscribed: false },
    push: testPush,
  });
  checkAnswers(composition.api, options.onWrongAnswer);
  const { password: hasher } = await composition.authentication.$context;
  if (!options.slowPasswords)
    Object.assign(hasher, markLongPasswords(quickHasher, options.passwordMinLength));
  return { connection, follower, replica, composition };
}

export async function stopServerProcess({ follower, replica, connection }: ServerProcess): Promise<void> {
  await follower.stop();
  await replica?.stop();
  await connection.close();
}

/** Salted like the product's, but over at once. */
const quickHasher = {
  async hash(password: string, salt: string = randomUUID()) {
    return `${salt}:${createHash('sha256').update(salt).update(password).digest('hex')}`;
  },
  async verify({ hash, password }: { hash: string; password: string }) {
    return hash === (await quickHasher.hash(password, hash.split(':')[0]));
  },
};

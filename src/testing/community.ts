import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ServerType } from '@hono/node-server';
import { inject } from 'vitest';
import { letterWriter } from '#features/accounts/letters/write-letter.ts';
import { smsWriter } from '#features/accounts/phones/write-sms.ts';
import type { ProviderSettings } from '#features/accounts/providers/provider-settings.ts';
import { readActor } from '#features/accounts/resolve-actor.ts';
import type { AuthenticationSettings } from '#features/accounts/sign-in/authentication-settings.ts';
import type { Authentication } from '#features/accounts/sign-in/create-authentication.ts';
import type { CommunityLinks } from '#features/landing/contract.ts';
import type { PaymentProviders } from '#features/payments/payment-providers.ts';
import type { PaymentProvider } from '#features/payments/providers/payment-provider.ts';
import { createTestProvider } from '#features/payments/providers/test-provider.ts';
import { builtInCalendar } from '#server/calendar/built-in-calendar.ts';
import type { Calendar } from '#server/calendar/calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { type Connection, connect, type Db, type DbAddress } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Follower, followEvents } from '#server/events/follow-events.ts';
import { filesInFolder } from '#server/files/files-in-folder.ts';
import type { Api } from '#server/http/api.ts';
import { listen } from '#server/http/listen.ts';
import type { Handler } from '#server/jobs/due-work.ts';
import { runDue } from '#server/jobs/run-due.ts';
import { createLog, type Log } from '#server/log.ts';
import type { Message } from '#server/mail/mail.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { followReplica, type Replica } from '#server/replica/follow-replica.ts';
import type { AnswerKept } from '#server/shared-pages/answer-kept.ts';
import { sendSms } from '#server/sms/send-sms.ts';
import type { Sms, SmsMessage } from '#server/sms/sms.ts';
import type { VideoSources } from '#server/video-sources/video-sources.ts';
import { type Actor, visitor } from '#shared/actor.ts';
import { type Composition, compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { linksToShow } from '../start/links-to-show.ts';
import { checkAnswers } from './answers/check-answers.ts';
import { checkInvariants } from './invariants/check-invariants.ts';
import { dropDatabase } from './postgres/drop-database.ts';
import { databaseNamed, onServer } from './postgres/postgres-for-tests.ts';
import { insertPerson, insertSession, type PersonTraits } from './rows/insert-person.ts';
import { testPush } from './stand-ins/push-server.ts';
import { noSources } from './stand-ins/video-sources.ts';

export type { PersonTraits };
export type Person = { id: string; email: string; name: string; cookie: string };

export type Community = {
  db: Db;
  api: Api;
  /** What a server that listens asks first. */
  answerKept: AnswerKept;
  authentication: Authentication;
  /** Who takes the money: the built-in test provider, unless a test brings another. */
  providers: PaymentProviders;
  address: DbAddress;
  /** The folder in which what people upload is kept. */
  filesFolder: string;
  /** Moves the clock that requests are judged by; null follows the real one. */
  setNow(now: Date | null): void;
  now(): Date;
  /** Inserts a person with a session. By SQL, because hashing a password takes longer than a test. */
  person(traits?: PersonTraits): Promise<Person>;
  /** A person's session on another device. */
  anotherSession(person: Person): Promise<Person>;
  /** What a use case called by this person would be given; a visitor's without one. */
  ctxFor(person?: Person): Promise<Ctx>;
  /** A request through the whole application, as that person's browser would make it. */
  request(
    person: Person | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** Has the server read now what changed in the database; it would by itself within a second. */
  look(): Promise<void>;
  /**
   * Starts another server process on the same database and answers how to send a request to it. `replica` is the
   * address of one that it reads shared pages from.
   */
  anotherProcess(parts: {
    sharedPages: boolean;
    replica?: string;
    /** Sends its requests over a port, as browsers do, where kept pages are answered at once. */
    listens?: boolean;
  }): Promise<Community['request']>;
  /** Does what is due now by the community's clock, as a server process would. */
  runDue(handler: Handler): Promise<void>;
  /** Sends every letter that waits, and answers them in the order they were wanted. */
  letters(): Promise<Message[]>;
  /** Sends every text message that waits, by `sms` or into the answer. */
  texts(sms?: Sms): Promise<SmsMessage[]>;
  close(): Promise<void>;
};

type ServerProcess = {
  connection: Connection;
  follower: Follower;
  replica: Replica | null;
  composition: Composition;
};

/** Signs cookies and the links of letters. */
export const testSecret = 'a secret that only tests know, long enough';

/**
 * A whole product on a database of its own: everything real but the listening port. `withoutGuards` is for
 * the controls of race tests: SQL that takes a lock or a constraint out of this one database, so that the
 * test can show it fails without it.
 */
export async function newCommunity({
  withoutGuards,
  untrueRows,
  poolSize = 10,
  waitMs = 60_000,
  limitAttempts = false,
  origin = 'http://localhost:3000',
  mail = 'folder',
  confirmEmail = 'later',
  nativeTokens = false,
  requireSecondFactor = false,
  sessionMaxDays = 36_500,
  providers: signInProviders = [],
  phoneCodes = null,
  videoSources = noSources,
  payments,
  calendar = builtInCalendar,
  slowPasswords = false,
  between,
  database,
  trustProxy = false,
  sharedPages = false,
  onWrongAnswer,
  links,
  metricsToken = null,
  log = createLog(process.env.LOG_LEVEL ?? 'silent'),
}: {
  withoutGuards?: string;
  /** Why the test writes rows that the product never would; its invariants are not checked as it ends. */
  untrueRows?: string;
  poolSize?: number;
  /** How long a request waits for a connection. Of hundreds at once each waits its turn, on a busy machine too. */
  waitMs?: number;
  limitAttempts?: boolean;
  /** Where its pages live; writes from elsewhere are refused. */
  origin?: string;
  /** What people are told becomes of letters; a test takes them from `letters()`. */
  mail?: 'sent' | 'folder' | 'none';
  /** Whether an account is made only once its address is confirmed; with mail `sent`. */
  confirmEmail?: 'first' | 'later';
  nativeTokens?: boolean;
  /** Whether administrators need a second factor to be administrators. */
  requireSecondFactor?: boolean;
  /**
   * When sessions end in any case. A clock that a test sets years ahead ends none, unless the test says when they do.
   */
  sessionMaxDays?: number;
  /** Codes by text message, and how many a day; none unless a test brings countries. */
  phoneCodes?: AuthenticationSettings['phoneCodes'];
  /** Services that people may sign in with. */
  providers?: readonly ProviderSettings[];
  /** The sources of other services' videos; none answers unless a test brings its own. */
  videoSources?: VideoSources;
  /** The payment provider in place of the built-in test provider; null for none. */
  payments?: PaymentProvider | null;
  /** What classes are shown in; the built-in calendar unless a test brings another. */
  calendar?: (db: Db) => Calendar;
  /** Hashes passwords as the product does, which takes a tenth of a second each. */
  slowPasswords?: boolean;
  /** Whether `x-forwarded-for` says where a request comes from. */
  trustProxy?: boolean;
  /** The contact and the networks that the landing page shows; those of the demo unless said otherwise. */
  links?: CommunityLinks;
  /** What stands between the server and its database; answers its own address. */
  between?: (database: DbAddress) => Promise<DbAddress>;
  /** A database of the test's own, which is empty, in place of one of the run's server. */
  database?: DbAddress;
  /**
   * Keeps the pages that readers share, as the product does. Without it each is read again, so that a test may write
   * to a table and read at once.
   */
  sharedPages?: boolean;
  /** Gets each JSON answer that its contract does not describe; without it the request fails. */
  onWrongAnswer?: (fault: Error) => void;
  /** What reads `/metrics`. */
  metricsToken?: string | null;
  /** Where it logs; one of `answers/collect-log.ts` is read by the test. */
  log?: Log;
} = {}): Promise<Community> {
  const server = inject('postgres');
  const name = `sumi_test_${randomUUID().replaceAll('-', '')}`;
  // Copied as files: writing every page of it to the write-ahead log takes twice the time.
  const copied = `template ${inject('template')} strategy file_copy`;
  if (!database) await onServer(server, (client) => client.query(`create database ${name} ${copied}`));
  const address = database ?? databaseNamed(server, name);
  const filesFolder = await mkdtemp(path.join(tmpdir(), 'sumi-files-'));
  let fixed: Date | null = null;
  const clock = () => fixed ?? new Date();
  const processes: ServerProcess[] = [];
  const servers: ServerType[] = [];
  const startProcess = async (keepsPages: boolean, replicaUrl?: string): Promise<ServerProcess> => {
    const connection = connect((await between?.(address)) ?? address, { poolSize, waitMs });
    const { db } = connection;
    if (database) await migrate(connection.pool);
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
        appUrl: origin,
        origins: [origin],
        secret: testSecret,
        passwordMinLength: 6,
        limitAttempts,
        mail,
        confirmEmail,
        nativeTokens,
        requireSecondFactor,
        sessionIdleDays: 30,
        sessionMaxDays,
        providers: signInProviders,
        phoneCodes,
        trustProxy,
      },
      demoSignIns: async () => [],
      files: filesInFolder(filesFolder),
      links: links ?? linksToShow(readConfig({ DATA_DIR: filesFolder })),
      videoSources,
      payments: {
        current: payments === undefined ? testProvider : payments,
        all: [testProvider, ...(payments ? [payments] : [])],
      },
      metricsToken,
      sharedPagesBytes: keepsPages ? 8 * 1024 * 1024 : 0,
      replica,
      calendar: { calendar: calendar(db), meetings: null, subscribed: false },
      push: testPush,
    });
    checkAnswers(composition.api, onWrongAnswer);
    const { password: hasher } = await composition.authentication.$context;
    if (!slowPasswords) Object.assign(hasher, quickHasher);
    const started = { connection, follower, replica, composition };
    processes.push(started);
    return started;
  };
  const {
    connection: { db, pool },
    follower,
    composition: { api, answerKept, authentication, providers },
  } = await startProcess(sharedPages);
  if (withoutGuards) await pool.query(withoutGuards);
  const doDue = (handler: Handler) =>
    runDue(() => ({ db, actor: visitor, now: clock(), log, afterCommit: (act) => act(db) }), handler);
  const requestTo =
    (send: (path: string, init: RequestInit) => Response | Promise<Response>): Community['request'] =>
    async (person, method, path, body, headers = {}) => {
      const isBytes = body instanceof Uint8Array;
      return send(path, {
        method,
        headers: {
          origin,
          ...(person && { cookie: person.cookie }),
          ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isBytes ? body : JSON.stringify(body) }),
      } as RequestInit);
    };
  const { secret: key, sessionConfig } = await authentication.$context;
  const openSession = (userId: string) => insertSession(db, userId, key, sessionConfig.expiresIn);

  return {
    db,
    api,
    answerKept,
    authentication,
    providers,
    address,
    filesFolder,
    now: clock,
    setNow: (now) => {
      fixed = now;
    },
    async person(traits = {}) {
      const id = await insertPerson(db, traits);
      const user = await db
        .selectFrom('users')
        .select(['email', 'name'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return { id, ...user, cookie: await openSession(id) };
    },
    async anotherSession(person) {
      return { ...person, cookie: await openSession(person.id) };
    },
    async ctxFor(person) {
      const now = clock();
      const actor: Actor = person
        ? await readActor({ db, now }, person.id, randomUUID(), {
            lettersArrive: mail === 'sent',
            requireSecondFactor,
          })
        : visitor;
      return { db, actor, now, log, afterCommit: (act) => act(db) };
    },
    request: requestTo(api.request),
    look: () => follower.look(),
    async anotherProcess({ sharedPages, replica, listens = false }) {
      const { composition } = await startProcess(sharedPages, replica);
      if (!listens) return requestTo(composition.api.request);
      const { answerKept, api } = composition;
      const server = await listen({ answerKept, fetch: api.fetch }, { port: 0, hostname: '127.0.0.1' });
      servers.push(server);
      const { port } = server.address() as AddressInfo;
      return requestTo((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init));
    },
    runDue: doDue,
    async letters() {
      const sent: Message[] = [];
      const writers = { accounts: letterWriter({ appUrl: origin, secret: testSecret }) };
      await doDue(sendMail({ send: async (message) => void sent.push(message) }, writers));
      return sent;
    },
    async texts(sms) {
      const sent: SmsMessage[] = [];
      const writers = { accounts: smsWriter({ appUrl: origin, secret: testSecret }) };
      const inMemory = { send: async (message: SmsMessage) => void sent.push(message) };
      await doDue(sendSms(sms ?? inMemory, { aDay: phoneCodes?.aDay ?? 0, writers }));
      return sent;
    },
    async close() {
      const checked = withoutGuards || untrueRows ? null : checkInvariants(db, clock());
      await Promise.allSettled([checked]);
      for (const server of servers) if ('closeAllConnections' in server) server.closeAllConnections();
      for (const server of servers) server.close();
      for (const { follower, replica, connection } of processes) {
        await follower.stop();
        await replica?.stop();
        await connection.close();
      }
      await rm(filesFolder, { recursive: true, force: true });
      if (!database) await onServer(server, (client) => dropDatabase(client, name));
      await checked;
    },
  };
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

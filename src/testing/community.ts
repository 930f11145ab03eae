import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ServerType } from '@hono/node-server';
import { inject } from 'vitest';
import { letterWriter } from '#features/accounts/letters/write-letter.ts';
import { smsWriter } from '#features/accounts/phones/write-sms.ts';
import { readActor } from '#features/accounts/resolve-actor.ts';
import type { Authentication } from '#features/accounts/sign-in/create-authentication.ts';
import { noteLettersArrive } from '#features/coins/note-letters-arrive.ts';
import type { PaymentProviders } from '#features/payments/payment-providers.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Db, DbAddress } from '#server/db/connect.ts';
import type { Api } from '#server/http/api.ts';
import { listen } from '#server/http/listen.ts';
import type { Handler } from '#server/jobs/due-work.ts';
import { runDue } from '#server/jobs/run-due.ts';
import type { Message } from '#server/mail/mail.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import type { AnswerKept } from '#server/shared-pages/answer-kept.ts';
import { sendSms } from '#server/sms/send-sms.ts';
import type { Sms, SmsMessage } from '#server/sms/sms.ts';
import { type Actor, visitor } from '#shared/actor.ts';
import { checkInvariants } from './invariants/check-invariants.ts';
import { dropDatabase } from './postgres/drop-database.ts';
import { databaseNamed, onServer } from './postgres/postgres-for-tests.ts';
import { type CommunityOptions, testSecret, withDefaults } from './processes/community-options.ts';
import { type ServerProcess, startServerProcess, stopServerProcess } from './processes/server-process.ts';
import { insertPerson, insertSession, type PersonTraits } from './rows/insert-person.ts';

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

export { testSecret };

/**
 * A whole product on a database of its own: everything real but the listening port. With `withoutGuards` a race test
 * shows that it fails without a lock or a constraint.
 */
export async function newCommunity(given: CommunityOptions = {}): Promise<Community> {
  const options = withDefaults(given);
  const { withoutGuards, untrueRows, mail, origin, requireSecondFactor, phoneCodes, log } = options;
  const { address, drop } = options.database
    ? { address: options.database, drop: async () => {} }
    : await copyTemplate();
  const filesFolder = await mkdtemp(path.join(tmpdir(), 'sumi-files-'));
  let fixed: Date | null = null;
  const clock = () => fixed ?? new Date();
  const processes: ServerProcess[] = [];
  const servers: ServerType[] = [];
  const startProcess = async (keepsPages: boolean, replicaUrl?: string): Promise<ServerProcess> => {
    const parts = { address, filesFolder, clock, keepsPages, replicaUrl };
    const started = await startServerProcess(options, parts);
    processes.push(started);
    return started;
  };
  const {
    connection: { db, pool },
    follower,
    composition: { api, answerKept, authentication, providers },
  } = await startProcess(options.sharedPages);
  await noteLettersArrive({ db }, mail === 'sent');
  if (withoutGuards) await pool.query(withoutGuards);
  const doDue = (handler: Handler) =>
    runDue(() => ({ db, actor: visitor, now: clock(), log, afterCommit: (act) => act(db) }), handler);
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
    person(traits = {}) {
      return insertPerson(db, traits, { secret: key, seconds: sessionConfig.expiresIn });
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
    request: requestTo(api.request, origin),
    look: () => follower.look(),
    async anotherProcess({ sharedPages, replica, listens = false }) {
      const { composition } = await startProcess(sharedPages, replica);
      if (!listens) return requestTo(composition.api.request, origin);
      const { answerKept, api } = composition;
      const server = await listen({ answerKept, fetch: api.fetch }, { port: 0, hostname: '127.0.0.1' });
      servers.push(server);
      const { port } = server.address() as AddressInfo;
      return requestTo((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init), origin);
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
      for (const each of processes) await stopServerProcess(each);
      await rm(filesFolder, { recursive: true, force: true });
      await drop();
      await checked;
    },
  };
}

/** A database of the run's server with the schema of the product. */
async function copyTemplate(): Promise<{ address: DbAddress; drop: () => Promise<void> }> {
  const server = inject('postgres');
  const name = `sumi_test_${randomUUID().replaceAll('-', '')}`;
  // Copied as files: writing every page of it to the write-ahead log takes twice the time.
  const copied = `template ${inject('template')} strategy file_copy`;
  await onServer(server, (client) => client.query(`create database ${name} ${copied}`));
  const drop = () => onServer(server, (client) => dropDatabase(client, name));
  return { address: databaseNamed(server, name), drop };
}

type Send = (path: string, init: RequestInit) => Response | Promise<Response>;

/** Sends requests as the browsers of people do, who are on pages of `origin`. */
function requestTo(send: Send, origin: string): Community['request'] {
  return async (person, method, path, body, headers = {}) => {
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
}

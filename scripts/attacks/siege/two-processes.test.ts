import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepLink, linkToken } from '#features/accounts/links/account-links.ts';
import { commitCupImport } from '#features/cup/import/commit-cup-import.ts';
import { previewCupImport } from '#features/cup/import/preview-cup-import.ts';
import { insertClass } from '../../../src/testing/class-scene.ts';
import { type Community, newCommunity, type Person, testSecret } from '../../../src/testing/community.ts';
import { goodPassword } from '../../../src/testing/sign-in.ts';
import { openDatabaseProxy } from '../../../src/testing/stand-ins/open-database-proxy.ts';
import { codeOf } from '../../../src/testing/totp.ts';
import { type Answered, type Asked, ask } from './ask.ts';
import { origin } from './field.ts';
import { type Server, startServer, urlOf } from './start-server.ts';

// Races that a siege does not play, between two operating-system processes that share nothing but the database. The
// control is the same pair of processes once their locks, and the constraints behind them, are taken out.

let community: Community;
let servers: Server[];
const folder = mkdtempSync(path.join(tmpdir(), 'sumi-two-processes-'));
beforeAll(async () => {
  community = await newCommunity();
  const start = async (name: string) => {
    const proxy = await openDatabaseProxy(community.address);
    const settings = {
      APP_URL: origin,
      DATA_DIR: path.join(folder, name),
      DATABASE_URL: urlOf(proxy.address),
      DATABASE_POOL: '50',
      SECRET: testSecret,
      SEED: 'none',
      TRUST_PROXY: 'yes',
      LOG_LEVEL: 'error',
    };
    return startServer(name, proxy, settings, path.join(folder, `${name}.log`));
  };
  servers = await Promise.all([start('server-1'), start('server-2')]);
}, 180_000);
afterAll(async () => {
  for (const server of servers ?? []) {
    server.kill('SIGKILL');
    await server.exit;
    server.proxy.close();
  }
  await community.close();
  rmSync(folder, { recursive: true, force: true });
});

let networks = 0;
/** Each request comes from a network of its own, so that no rate limit decides a race. */
function send(server: Server | undefined, call: Asked, cookie?: string): Promise<Answered> {
  if (!server) throw new Error('the race needs two servers');
  networks += 1;
  const address = `10.${networks >> 8}.${networks & 255}.1`;
  return ask(server.url, call, { origin, address, ...(cookie && { cookie }) });
}

type Racer = { call: Asked; cookie?: string };

/** Sends each racer's request at once, the first to one process and the second to the other. */
async function race(racers: Racer[]): Promise<number[]> {
  const answers = await Promise.all(
    racers.map(({ call, cookie }, nth) => send(servers[nth % servers.length], call, cookie)),
  );
  return answers.map(({ status }) => Number(status)).sort();
}

const post = (path: string, body?: unknown): Asked => ({ method: 'POST', path, body });

async function commitTwoImports(): Promise<number[]> {
  const { db } = community;
  const admin = await community.person({ role: 'admin' });
  const ctx = await community.ctxFor(admin);
  const draft = async (figure: number) => {
    const bytes = new TextEncoder().encode(`Full name,Username,Language,Total XP\nAna,ana,en,${figure}`);
    return (await previewCupImport(ctx, { season: '2026-11', readFile: async () => bytes })).boardId;
  };
  await db.deleteFrom('cupBoards').execute();
  await commitCupImport(ctx, await draft(0));
  const drafts = [await draft(1), await draft(2)];
  return race(drafts.map((id) => ({ call: post(`/api/cup/imports/${id}/commit`), cookie: admin.cookie })));
}

async function demoteEachOther(): Promise<number[]> {
  await community.db.deleteFrom('userRoles').where('role', '=', 'admin').execute();
  const [one, two] = [await community.person({ role: 'admin' }), await community.person({ role: 'admin' })];
  const demote = (by: Person, who: Person): Racer => ({
    call: { method: 'PUT', path: `/api/people/${who.id}/role`, body: { role: 'student' } },
    cookie: by.cookie,
  });
  return race([demote(one, two), demote(two, one)]);
}

function signUpTwice(): Promise<number[]> {
  const body = { email: `${randomUUID()}@example.org`, password: goodPassword };
  return race([1, 2].map(() => ({ call: post('/api/auth/sign-up/email', body) })));
}

async function followALinkTwice(): Promise<number[]> {
  const { id: userId, email: address } = await community.person();
  const id = randomUUID();
  await keepLink(community.db, { id, purpose: 'verify-email', userId, address });
  const token = linkToken(testSecret, id);
  return race([1, 2].map(() => ({ call: post('/api/accounts/links/follow', { token }) })));
}

async function resetPasswordTwice(): Promise<number[]> {
  const { id: userId, email: address } = await community.person();
  const id = randomUUID();
  await keepLink(community.db, { id, purpose: 'reset-password', userId, address });
  const body = { token: linkToken(testSecret, id), password: goodPassword };
  return race([1, 2].map(() => ({ call: { method: 'PUT', path: '/api/accounts/password-reset', body } })));
}

async function approveAndReject(): Promise<number[]> {
  const [one, two] = [await community.person({ role: 'admin' }), await community.person({ role: 'admin' })];
  const { id } = await community.person({ role: 'teacher', verified: false });
  const decide = (what: string, { cookie }: Person, body: unknown): Racer => ({
    call: post(`/api/teachers/applications/${id}/${what}`, body),
    cookie,
  });
  return race([decide('approve', one, {}), decide('reject', two, { reason: 'Falta el certificado.' })]);
}

/** The last seat of a class is taken while its teacher takes that seat away. */
async function lowerCapacityMeanwhile(): Promise<number[]> {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const [seated, student] = [await community.person(), await community.person()];
  const classId = await insertClass(community.db, teacher, {
    maxStudents: 2,
    startsAt: new Date(Date.now() + 86_400_000),
  });
  await community.db.insertInto('classEnrollments').values({ classId, userId: seated.id }).execute();
  const lower = { method: 'PATCH', path: `/api/classes/${classId}`, body: { maxStudents: 1, version: 1 } };
  return race([
    { call: lower, cookie: teacher.cookie },
    { call: post(`/api/classes/${classId}/enrolment`), cookie: student.cookie },
  ]);
}

async function refundTwice(): Promise<number[]> {
  const [one, two] = [await community.person({ role: 'admin' }), await community.person({ role: 'admin' })];
  const buyer = await community.person({ coins: 5000 });
  const { rows } = await sql<{ bought: { order: { id: string } } }>`
    select buy_item(${buyer.id}, 'custom-avatar') as bought`.execute(community.db);
  const refund = post(`/api/store/orders/${rows[0]?.bought.order.id}/refund`, { reason: 'No se puede.' });
  return race([one, two].map(({ cookie }) => ({ call: refund, cookie })));
}

const cookieIn = ({ headers }: Answered) =>
  (headers['set-cookie'] ?? [])
    .filter((cookie) => !/max-age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

async function enterACodeTwice(): Promise<number[]> {
  const [server] = servers;
  const account = { email: `${randomUUID()}@example.org`, password: goodPassword };
  const cookie = cookieIn(await send(server, post('/api/auth/sign-up/email', account)));
  const enabled = await send(server, post('/api/auth/two-factor/enable', account), cookie);
  const { totpURI } = JSON.parse(enabled.text) as { totpURI: string };
  const verify = (code: string) => post('/api/auth/two-factor/verify-totp', { code });
  expect((await send(server, verify(codeOf(totpURI)), cookie)).status).toBe(200);
  const racers = [];
  const code = codeOf(totpURI, 1);
  for (const at of servers) {
    const challenge = cookieIn(await send(at, post('/api/auth/sign-in/email', account)));
    racers.push({ call: verify(code), cookie: challenge });
  }
  return race(racers);
}

/** Each race with the answers that it may have, and how often it is run. */
const races: [string, () => Promise<number[]>, RegExp, number][] = [
  ['two imports that are published', commitTwoImports, /^200,409$/, 5],
  // The second one who is demoted may find that they are no administrator any more.
  ['two administrators who demote each other', demoteEachOther, /^200,(403|409)$/, 5],
  ['two sign-ups with one e-mail', signUpTwice, /^200,4\d\d$/, 3],
  ['one link that is followed twice', followALinkTwice, /^200,410$/, 5],
  ['one link to a new password that is used twice', resetPasswordTwice, /^200,410$/, 5],
  ['an approval and a rejection of one application', approveAndReject, /^200,409$/, 5],
  ['a capacity that is lowered and the last seat', lowerCapacityMeanwhile, /^200,(409|422)$/, 5],
  ['two refunds of one order', refundTwice, /^200,409$/, 5],
  ['one code of the second factor that is entered twice', enterACodeTwice, /^200,401$/, 1],
];

describe('between two operating-system processes', () => {
  it.each(races)('%s at once have one winner', async (_what, run, allowed, rounds) => {
    for (let round = 0; round < rounds; round++) expect((await run()).join()).toMatch(allowed);
  });
});

const withoutGuards = [
  sql`drop index one_live_board`,
  sql`alter table users drop constraint users_email_key`,
  sql`alter table classes drop constraint seats_fit`,
  // Each use of a code stands under another name.
  sql`create function forget_code() returns trigger language plpgsql as
    $$ begin new.code := gen_random_uuid()::text; return new; end $$`,
  sql`create trigger forget_code before insert on used_codes for each row execute function forget_code()`,
];

describe('without locks and constraints (the control)', () => {
  beforeAll(async () => {
    for (const statement of withoutGuards) await statement.execute(community.db);
    for (const server of servers) {
      server.order({ is: 'break', breakage: 'no-locks' });
      // Its answer comes after the order was carried out.
      await server.count();
    }
  });

  it.each(races)('%s at once have two winners', async (_what, run) => {
    let most = 0;
    for (let round = 0; round < 40 && most < 2; round++) {
      most = Math.max(most, (await run()).filter((status) => status === 200).length);
    }
    expect(most).toBe(2);
  });
});

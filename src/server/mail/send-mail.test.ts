import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { mailServer } from '../../testing/stand-ins/mail-server.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { findStuck } from '../jobs/find-stuck.ts';
import { runDue } from '../jobs/run-due.ts';
import { createLog } from '../log.ts';
import type { Mail, Message } from './mail.ts';
import { forgetLetters, mailInFolder } from './mail-in-folder.ts';
import { sendMail, type WriteLetter } from './send-mail.ts';
import { wantMail } from './want-mail.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());
afterEach(async () => {
  await community.db.deleteFrom('mailOutbox').execute();
  await community.db.deleteFrom('dueWork').execute();
});

const from = 'Sumi <hola@sumi.example>';
const writers: Record<string, WriteLetter> = {
  tests: async (_db, { detail }) =>
    detail.nobody ? null : { subject: '¡Hola!', text: `Señal ${detail.n}`, html: `<p>Señal ${detail.n}</p>` },
};

async function want(detail: Record<string, number | boolean> = { n: 1 }, address = 'ana@example.org') {
  const ctx = await community.ctxFor();
  return inTransaction(ctx, (ctx) => wantMail(ctx, { kind: 'tests.signal', address, locale: 'es', detail }));
}

const waiting = () =>
  community.db
    .selectFrom('mailOutbox')
    .innerJoin('dueWork', (join) => join.on(sql<boolean>`subject = mail_outbox.id::text`))
    .select(['mailOutbox.id', 'mailOutbox.kind', 'attempts', 'dueAt', 'lastError'])
    .orderBy('mailOutbox.id')
    .execute();
const run = (mail: Mail) => community.runDue(sendMail(mail, writers));
const letTimePass = () =>
  community.db
    .updateTable('dueWork')
    .set({ dueAt: new Date(Date.now() - 1000) })
    .execute();

it('a letter goes out with its words, its sender and its number, once', async () => {
  const server = await mailServer(from);
  const id = await want();
  await run(server.mail);
  await run(server.mail);
  expect(server.taken).toHaveLength(1);
  expect(server.taken[0]).toContain(`Message-ID: <${id}@sumi.example>`);
  expect(server.taken[0]).toContain('From: Sumi <hola@sumi.example>');
  expect(server.taken[0]).toContain('To: ana@example.org');
  expect(server.taken[0]).toContain('Subject: =?UTF-8?Q?=C2=A1Hola!?=');
  expect(server.taken[0]).toContain('Se=C3=B1al 1');
  expect(await waiting()).toEqual([]);
  await server.close();
});

it('a transaction that is rolled back sends no letter', async () => {
  const ctx = await community.ctxFor();
  const undone = inTransaction(ctx, async (ctx) => {
    await wantMail(ctx, { kind: 'tests.signal', address: 'ana@example.org', locale: 'es' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await waiting()).toEqual([]);
});

it.each(['away-for-now', 'stalls', 'no-sign-in'] as const)(
  'a mail server that %s loses nothing: the letter waits longer each time, and goes when it is back',
  async (behaviour) => {
    const server = await mailServer(from);
    server.turn(behaviour);
    await want();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      await run(server.mail);
      const [letter] = await waiting();
      waits.push(((letter?.dueAt.getTime() ?? 0) - Date.now()) / 60_000);
      expect(letter?.attempts).toBe(attempt + 1);
      // Not its turn yet.
      await run(server.mail);
      expect((await waiting())[0]?.attempts).toBe(attempt + 1);
      await letTimePass();
    }
    for (const [index, longest] of [1, 2, 4].entries()) {
      expect(waits[index]).toBeGreaterThan(longest / 2 - 0.1);
      expect(waits[index]).toBeLessThanOrEqual(longest);
    }
    expect(server.taken).toEqual([]);
    server.turn('takes');
    await run(server.mail);
    expect(server.taken).toHaveLength(1);
    expect(await waiting()).toEqual([]);
    await server.close();
  },
);

it('a server that takes a letter and hangs up gets it again under the same number', async () => {
  const server = await mailServer(from);
  server.turn('hangs-up-after-taking');
  const id = await want();
  await run(server.mail);
  server.turn('takes');
  await letTimePass();
  await run(server.mail);
  expect(server.taken.map((letter) => letter.includes(`<${id}@sumi.example>`))).toEqual([true, true]);
  expect(await waiting()).toEqual([]);
  await server.close();
});

it('a mailbox that does not exist is not asked twice, and the next letter goes', async () => {
  const server = await mailServer(from);
  server.turn('no-such-mailbox');
  await want();
  await run(server.mail);
  expect(await waiting()).toEqual([]);
  server.turn('takes');
  await want({ n: 2 });
  await run(server.mail);
  expect(server.taken).toHaveLength(1);
  await server.close();
});

it.each([
  ['MAIL', '530 5.7.0 Authentication required'],
  ['MAIL', '553 5.7.1 Sender address rejected: not owned by user'],
  ['MAIL', '550-5.4.5 Daily user sending limit exceeded.\r\n550 5.4.5 See the help'],
  ['MAIL', '501 Bad sender address syntax'],
  ['RCPT', '530 Authentication required'],
  ['RCPT', '553 5.7.1 <hola@sumi.example>: Sender address rejected: not owned by user'],
  ['RCPT', '554 5.7.1 Relay access denied'],
  ['RCPT', '550 5.1.8 Bad sender domain'],
  ['letter', '554 Message rejected: Email address is not verified'],
] as const)(
  'a letter that is refused at %s with %j is stuck, and goes once that is mended',
  async (at, words) => {
    const server = await mailServer(from);
    server.turn({ at, words });
    await want();
    for (let attempt = 0; attempt < 4; attempt++) {
      await run(server.mail);
      await letTimePass();
    }
    const command = { MAIL: 'MAIL FROM', RCPT: 'RCPT TO', letter: 'DATA' }[at];
    const stuck = await findStuck({ db: community.db, now: new Date() });
    expect(stuck).toMatchObject([
      {
        kind: 'send-mail',
        count: 1,
        lastError: `the mail server answered ${words.slice(0, 3)} to ${command}`,
      },
    ]);
    server.turn('takes');
    await run(server.mail);
    expect(server.taken).toHaveLength(1);
    expect(await waiting()).toEqual([]);
    await server.close();
  },
);

it.each([
  ['RCPT', '550 5.1.1 No such user'],
  ['RCPT', '550 5.4.1 Recipient address rejected'],
  ['RCPT', '554 5.1.1 No such user'],
  ['letter', '552 5.3.4 Message too big'],
] as const)('a letter that is refused at %s with %j is not sent again', async (at, words) => {
  const server = await mailServer(from);
  server.turn({ at, words });
  await want();
  await run(server.mail);
  expect(await waiting()).toEqual([]);
  await server.close();
});

it('while no mail server is there, one letter tries and the others wait for it', async () => {
  const server = await mailServer(from);
  await server.close();
  for (let n = 0; n < 3; n++) await want({ n });
  await run(server.mail);
  expect((await waiting()).map(({ attempts }) => attempts)).toEqual([1, 0, 0]);
});

it('processes that run beside each other send each letter once', async () => {
  for (let n = 0; n < 30; n++) await want({ n });
  const sent: Message[] = [];
  const mail: Mail = {
    async send(message) {
      await sleep(2);
      sent.push(message);
    },
  };
  await Promise.all([run(mail), run(mail), run(mail)]);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(30);
  expect(sent).toHaveLength(30);
  expect(await waiting()).toEqual([]);
});

it('a letter that is no longer wanted is not sent, and one that cannot be written does not block the others', async () => {
  const sent: Message[] = [];
  const mail: Mail = { send: async (message) => void sent.push(message) };
  await want({ nobody: true });
  const ctx = await community.ctxFor();
  await wantMail(ctx, { kind: 'nobody.writes', address: 'ana@example.org', locale: 'es' });
  await want();
  await run(mail);
  expect(sent).toHaveLength(1);
  expect((await waiting()).map(({ kind }) => kind)).toEqual(['nobody.writes']);
});

it('after two days a letter is given up', async () => {
  await want();
  await community.db
    .updateTable('mailOutbox')
    .set({ createdAt: new Date(Date.now() - 49 * 3_600_000) })
    .execute();
  const sent: Message[] = [];
  await run({ send: async (message) => void sent.push(message) });
  expect(sent).toEqual([]);
  expect(await waiting()).toEqual([]);
});

it('without a mail server each letter becomes a file that no other user of the machine can read', async () => {
  const folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'sumi-mail-')), 'mail');
  const id = await want();
  await run(mailInFolder(folder, from));
  expect(await readdir(folder)).toEqual([`${id}.eml`]);
  const file = path.join(folder, `${id}.eml`);
  expect(await readFile(file, 'utf8')).toContain('To: ana@example.org');
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect((await stat(folder)).mode & 0o077).toBe(0);
  await rm(path.dirname(folder), { recursive: true });
});

/** A new folder with letters of some age, and a file of the operator's. */
async function folderOfLetters(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sumi-mail-'));
  const days = (n: number) => new Date(Date.now() - n * 24 * 3600_000);
  for (const [name, age] of [
    ['old.eml', 16],
    ['older.eml.0192-ab', 16],
    ['recent.eml', 14],
    ['notes.txt', 16],
  ] as const) {
    await writeFile(path.join(folder, name), 'x');
    await utimes(path.join(folder, name), days(age), days(age));
  }
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it('without a mail server a letter that is sent deletes those whose links are long past, and no other file', async () => {
  const folder = await folderOfLetters();
  const id = await want();
  await run(mailInFolder(folder, from));
  expect((await readdir(folder)).sort()).toEqual([`${id}.eml`, 'notes.txt', 'recent.eml'].sort());
});

it('forgetLetters deletes them too where no letter follows, and needs no folder', async () => {
  const folder = await folderOfLetters();
  const ctx = await community.ctxFor();
  await forgetLetters(folder).run(ctx);
  expect((await readdir(folder)).sort()).toEqual(['notes.txt', 'recent.eml']);
  await forgetLetters(path.join(folder, 'none')).run(ctx);
});

it('the log holds no address and no text of a letter', async () => {
  const lines: string[] = [];
  const log = createLog('silent');
  log.level = 'trace';
  const spy = (...logged: unknown[]) => void lines.push(JSON.stringify(logged));
  Object.assign(log, { info: spy, warn: spy, error: spy });
  const server = await mailServer(from);
  for (const behaviour of ['takes', 'away-for-now', 'no-such-mailbox'] as const) {
    server.turn(behaviour);
    await want({ n: 7_700_077 }, 'secreta@example.org');
    const ctx = { ...(await community.ctxFor()), log };
    await runDue(() => ctx, sendMail(server.mail, writers));
    for (const { lastError } of await waiting()) expect(lastError).not.toMatch(/secreta|example|7700077/);
  }
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toContain('the mail server answered 550 to RCPT TO');
  expect(lines.join()).not.toMatch(/secreta|example|7700077/);
  await server.close();
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { notify } from '#features/notifications/notify.ts';
import { type Community, newCommunity, type Person, testSecret } from '../testing/community.ts';
import { type StartedServer, startServer, urlOf } from '../testing/processes/start-server.ts';
import { mailServer } from '../testing/stand-ins/mail-server.ts';
import { personWithMail } from '../testing/stand-ins/notice-mail.ts';

/* What these tests guarantee: the server that the build put into few files finds what lies beside its sources. */

let community: Community;
let mail: Awaited<ReturnType<typeof mailServer>>;
let student: Person;
let server: StartedServer;
beforeAll(async () => {
  community = await newCommunity();
  mail = await mailServer('Sumi <sumi@sumi.example>');
  student = await personWithMail(community);
  server = await startServer({
    DATABASE_URL: urlOf(community.address),
    SECRET: testSecret,
    SMTP_URL: mail.address,
    MAIL_FROM: 'Sumi <sumi@sumi.example>',
  });
}, 240_000);
afterAll(async () => {
  await server.end();
  await mail.close();
  await community.close();
});

it('a refusal of the built server has the text of the screens', async () => {
  const answer = await fetch(`${server.url}/api/classes/none`, { headers: { cookie: student.cookie } });
  expect(answer.status).toBe(400);
  expect((await answer.json()).message).toBe('Hay datos que no podemos leer. Revísalos.');
});

it('a letter of the built server has the texts of the bell', async () => {
  await community.request(student, 'PATCH', '/api/notifications/choices', { quiet: null });
  const detail = { title: 'Club de cine', startsAt: new Date(Date.now() + 86_400_000).toISOString() };
  await notify(await community.ctxFor(), {
    to: [student.id],
    kind: 'classes.removed',
    detail,
    link: '/classes',
  });
  await expect.poll(() => mail.taken.some((letter) => letter.includes('Club de cine'))).toBe(true);
});

it('a preview is drawn with the fonts of its language', async () => {
  const answer = await fetch(`${server.url}/previews/ranking/ko.png`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
});

it('a server that trusts no proxy says once in its log that one names the senders of requests', async () => {
  const said = () => server.said().match(/X-Forwarded-For, which is not trusted: set TRUST_PROXY=yes/g);
  expect(said()).toBeNull();
  for (const address of ['203.0.113.9', '203.0.113.10'])
    await fetch(`${server.url}/api/classes/none`, { headers: { 'x-forwarded-for': address } });
  await expect.poll(said).toHaveLength(1);
});

it('a built server refuses a migration that came after its build, and changes nothing', async () => {
  const project = path.join(import.meta.dirname, '../..');
  const checkout = mkdtempSync(path.join(tmpdir(), 'sumi-checkout-'));
  onTestFinished(() => rmSync(checkout, { recursive: true }));
  for (const folder of ['build/process', 'migrations'])
    cpSync(path.join(project, folder), path.join(checkout, folder), { recursive: true });
  for (const folder of ['src', 'node_modules'])
    symlinkSync(path.join(project, folder), path.join(checkout, folder), 'junction');
  writeFileSync(path.join(checkout, 'migrations/9999-later.sql'), 'create table later ()');
  const { status, stderr } = spawnSync(process.execPath, [path.join(checkout, 'build/process/main.js')], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      DATA_DIR: path.join(checkout, 'data'),
      DATABASE_URL: urlOf(community.address),
      SECRET: testSecret,
    },
  });
  expect(stderr).toMatch(/^The database was not changed: 9999-later\.sql .*npm run build.*\n$/);
  expect(status).toBe(1);
  const { rows } = await sql`select to_regclass('later') as later`.execute(community.db);
  expect(rows).toEqual([{ later: null }]);
});

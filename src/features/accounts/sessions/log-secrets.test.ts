import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renewOwnFeed } from '#features/calendar/contract.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { collectLog } from '../../../testing/answers/collect-log.ts';
import { insertClass } from '../../../testing/class-scene.ts';
import { type Community, newCommunity } from '../../../testing/community.ts';
import {
  askAuth,
  cookiesOf,
  goodPassword,
  personWithPassword,
  setUpFactor,
  signIn,
  tokenIn,
} from '../../../testing/sign-in.ts';
import { codeOf } from '../../../testing/totp.ts';

const { log, take } = collectLog();
let community: Community;
beforeAll(async () => {
  community = await newCommunity({ log, mail: 'sent', limitAttempts: true });
});
afterAll(() => community.close());

/**
 * A visit to everything that handles a secret, also where it fails: with a wrong password, a limit, bad input, and a
 * database whose tables are gone, whose error names what was sent to it.
 */
it('the log of a whole visit, faults of the server included, holds no password, code, token, meeting address or e-mail address', async () => {
  const [wrong, next, newcomer] = ['no-es-esta-clave', 'la-nueva-y-rara', 'recien.llegada@private.example'];
  const meetLink = 'https://meet.private.example/abc-defg-hij';
  const secrets = [goodPassword, wrong, next, newcomer, meetLink];
  const ask = (...given: Parameters<Community['request']>) => community.request(...given);

  const person = await personWithPassword(community, { role: 'teacher', verified: true });
  secrets.push(person.email, person.cookie);
  for (const password of [wrong, goodPassword])
    secrets.push(cookiesOf(await signIn(community, person.email, password)));
  await ask(null, 'POST', '/api/auth/sign-up/email', {
    name: 'Ana',
    email: newcomer,
    password: goodPassword,
  });
  await ask(null, 'POST', '/api/auth/sign-up/email', { name: 'Ana', email: newcomer, password: 'x' });
  await ask(person, 'POST', '/api/accounts/email-change', { email: newcomer, password: wrong });

  const startsAt = new Date(Date.now() + 600_000);
  const classId = await insertClass(community.db, person, { startsAt, meetLink });
  expect(await (await ask(person, 'GET', `/api/classes/${classId}`)).json()).toMatchObject({ meetLink });
  const { path: feed } = await answerOf(ask(person, 'POST', '/api/calendar/feed', {}), renewOwnFeed);
  secrets.push(feed?.split('/').at(-1) ?? '');
  await ask(null, 'GET', feed ?? '');

  const factor = await setUpFactor(community, person);
  secrets.push(
    factor.cookie,
    ...factor.backupCodes,
    new URL(factor.totpURI).searchParams.get('secret') ?? '',
  );
  const waiting = cookiesOf(await signIn(community, person.email));
  const code = codeOf(factor.totpURI, 1);
  secrets.push(waiting, code);
  await askAuth(community, waiting, '/two-factor/verify-backup-code', { code: 'no-hay-tal' });
  await askAuth(community, waiting, '/two-factor/verify-totp', { code });

  await ask(null, 'POST', '/api/accounts/password-reset', { email: person.email });
  await ask(null, 'POST', '/api/accounts/sign-in-letter', { email: person.email });
  const letters = await community.letters();
  const tokens = letters.map(tokenIn).filter(Boolean);
  secrets.push(...tokens, ...letters.flatMap(({ text }) => /\b\d{3} \d{3}\b/.exec(text) ?? []));
  expect(tokens.length).toBeGreaterThan(1);
  for (const token of tokens)
    await ask(null, 'PUT', '/api/accounts/password-reset', { token, password: next });
  for (let guess = 0; guess < 30; guess++) await signIn(community, person.email, wrong);

  const member = await personWithPassword(community);
  await ask(member, 'GET', '/api/accounts/me');
  await sql`alter table users rename to users_gone`.execute(community.db);
  const faults = [
    await signIn(community, member.email),
    await ask(member, 'POST', '/api/accounts/email-change', { email: newcomer, password: goodPassword }),
    await ask(null, 'PUT', '/api/accounts/password-reset', { token: tokens[0], password: next }),
    await ask(null, 'GET', feed ?? ''),
  ];
  await sql`alter table users_gone rename to users`.execute(community.db);
  expect(faults.map(({ status }) => status)).toContain(500);

  const entries = take();
  expect(entries.length).toBeGreaterThan(30);
  const text = JSON.stringify(entries);
  for (const secret of [...secrets, member.email, member.cookie]) {
    // Cookies go out encoded, and the first part of one is the token of its session.
    const forms = [secret, decodeURIComponent(secret), secret.split('=').at(-1)?.split('.')[0] ?? ''];
    for (const form of forms.filter(({ length }) => length > 5)) expect(text).not.toContain(form);
  }
  // Nothing that looks like an e-mail address either.
  expect(text).not.toMatch(/[\w.+-]+@[\w-]+\.[a-z]{2,}/i);
});

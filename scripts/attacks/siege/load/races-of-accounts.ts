import { randomInt, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { letterCode, linkToken, saveLink } from '#features/accounts/links/account-links.ts';
import { utcDay } from '#shared/time/calendar-days.ts';
import { type Person, testSecret } from '../../../../src/testing/community.ts';
import { goodPassword } from '../../../../src/testing/sign-in.ts';
import { codeOf } from '../../../../src/testing/totp.ts';
import { post, type Race, type Racer, type TwoProcesses, textsADay } from '../servers/two-processes.ts';
import { cookiesOf } from './ask.ts';

const oneWins = (refused: string) => new RegExp(`^200,${refused}$`);
const bothWin = /^200,200$/;

/** Races of what lets people in, between two processes. */
export function racesOfAccounts(two: () => TwoProcesses): Race[] {
  return [
    {
      what: 'two administrators who demote each other',
      run: () => demoteEachOther(two()),
      // The second one who is demoted may find that they are no administrator any more.
      holds: oneWins('(403|409)'),
      breaks: bothWin,
      rounds: 5,
    },
    {
      what: 'two sign-ups with one e-mail',
      run: () => signUpTwice(two()),
      holds: oneWins('4\\d\\d'),
      breaks: bothWin,
      rounds: 3,
    },
    {
      what: 'one link that is followed twice',
      run: () => followALinkTwice(two()),
      holds: oneWins('410'),
      breaks: bothWin,
      rounds: 5,
    },
    {
      what: 'one link to a new password that is used twice',
      run: () => resetPasswordTwice(two()),
      holds: oneWins('410'),
      breaks: bothWin,
      rounds: 5,
    },
    {
      what: 'one code of the second factor that is entered twice',
      run: () => enterACodeTwice(two()),
      holds: oneWins('401'),
      breaks: bothWin,
      rounds: 1,
    },
    {
      what: 'one backup code that is entered twice',
      run: () => enterABackupCodeTwice(two()),
      holds: oneWins('401'),
      breaks: bothWin,
      rounds: 1,
    },
    {
      what: 'one code to a telephone that is entered twice',
      run: () => enterAPhoneCodeTwice(two()),
      holds: oneWins('401'),
      breaks: bothWin,
      rounds: 3,
    },
    {
      what: 'two messages where one more may be sent today',
      run: () => sendTheLastMessageTwice(two()),
      holds: /^1 sent$/,
      breaks: /^2 sent$/,
      rounds: 3,
    },
    {
      what: 'two requests where a rate limit allows one more',
      run: () => askOnceTooOften(two()),
      holds: oneWins('429'),
      breaks: bothWin,
      rounds: 3,
    },
  ];
}

async function demoteEachOther({ community, race }: TwoProcesses): Promise<string> {
  await community.db.deleteFrom('userRoles').where('role', '=', 'admin').execute();
  const [one, two] = [await community.person({ role: 'admin' }), await community.person({ role: 'admin' })];
  const demote = (by: Person, who: Person): Racer => ({
    call: { method: 'PUT', path: `/api/people/${who.id}/role`, body: { role: 'student' } },
    cookie: by.cookie,
  });
  return race([demote(one, two), demote(two, one)]);
}

function signUpTwice({ race }: TwoProcesses): Promise<string> {
  const body = { email: `${randomUUID()}@example.org`, password: goodPassword };
  return race([1, 2].map(() => ({ call: post('/api/auth/sign-up/email', body) })));
}

async function followALinkTwice({ community, race }: TwoProcesses): Promise<string> {
  const { id: userId, email: address } = await community.person();
  const id = randomUUID();
  await saveLink(community.db, { id, purpose: 'verify-email', userId, address });
  const token = linkToken(testSecret, id);
  return race([1, 2].map(() => ({ call: post('/api/accounts/links/follow', { token }) })));
}

async function resetPasswordTwice({ community, race }: TwoProcesses): Promise<string> {
  const { id: userId, email: address } = await community.person();
  const id = randomUUID();
  await saveLink(community.db, { id, purpose: 'reset-password', userId, address });
  const body = { token: linkToken(testSecret, id), password: goodPassword };
  return race([1, 2].map(() => ({ call: { method: 'PUT', path: '/api/accounts/password-reset', body } })));
}

/** A person with a second factor whom both processes have asked for a code. */
async function askedForACode({ servers, send }: TwoProcesses) {
  const [server] = servers;
  const account = { email: `${randomUUID()}@example.org`, password: goodPassword };
  const cookie = cookiesOf(await send(server, post('/api/auth/sign-up/email', account)));
  const enabled = await send(server, post('/api/auth/two-factor/enable', account), { cookie });
  const { totpURI, backupCodes } = JSON.parse(enabled.text) as { totpURI: string; backupCodes: string[] };
  const first = post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI) });
  expect((await send(server, first, { cookie })).status).toBe(200);
  const challenges: string[] = [];
  for (const at of servers)
    challenges.push(cookiesOf(await send(at, post('/api/auth/sign-in/email', account))));
  return { totpURI, backupCodes, challenges };
}

async function enterACodeTwice(two: TwoProcesses): Promise<string> {
  const { totpURI, challenges } = await askedForACode(two);
  const call = post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI, 1) });
  return two.race(challenges.map((cookie) => ({ call, cookie })));
}

async function enterABackupCodeTwice(two: TwoProcesses): Promise<string> {
  const { backupCodes, challenges } = await askedForACode(two);
  const call = post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[0] });
  return two.race(challenges.map((cookie) => ({ call, cookie })));
}

const newNumber = () => `+52555${randomInt(1_000_000, 9_999_999)}`;

async function enterAPhoneCodeTwice({ community, race }: TwoProcesses): Promise<string> {
  const { id: userId } = await community.person();
  const [id, number] = [randomUUID(), newNumber()];
  await community.db.insertInto('phones').values({ userId, number }).execute();
  await saveLink(community.db, { id, purpose: 'sign-in-phone', userId, address: number });
  const body = { sms: id, code: letterCode(testSecret, id) };
  return race([1, 2].map(() => ({ call: post('/api/auth/sign-in/phone', body) })));
}

const askForCode = (number: string) => post('/api/accounts/sign-in-sms', { country: 'MX', number });

async function sendTheLastMessageTwice({ community, race, texts }: TwoProcesses): Promise<string> {
  const { db } = community;
  const sent = textsADay - 1;
  await db
    .insertInto('smsDays')
    .values({ day: utcDay(new Date()), sent })
    .onConflict((day) => day.column('day').doUpdateSet({ sent }))
    .execute();
  const numbers = [newNumber(), newNumber()];
  for (const number of numbers) {
    const { id: userId } = await community.person();
    await db.insertInto('phones').values({ userId, number }).execute();
  }
  await race(numbers.map((number) => ({ call: askForCode(number) })));
  await expect.poll(() => db.selectFrom('smsOutbox').select('id').execute()).toEqual([]);
  return `${texts.taken.filter(({ to }) => numbers.includes(to)).length} sent`;
}

/** Three codes in half an hour are sent to a telephone. No account has this one, so none is. */
async function askOnceTooOften({ community, race, send, servers }: TwoProcesses): Promise<string> {
  await community.db.deleteFrom('smsDays').execute();
  const call = askForCode(newNumber());
  for (let times = 0; times < 2; times++) expect((await send(servers[0], call)).status).toBe(200);
  return race([{ call }, { call }]);
}

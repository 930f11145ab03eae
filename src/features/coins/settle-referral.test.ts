import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { insertAttended } from '../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { grantCoins } from './grant-coins.ts';
import { noteLettersArrive } from './note-letters-arrive.ts';
import { settleReferral } from './settle-referral.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const referralOf = async (person: Person) =>
  (await community.request(person, 'GET', '/api/coins/referral')).json();
const balanceOf = async ({ id }: Person) =>
  (
    await community.db
      .selectFrom('wallets')
      .select('balance')
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
  ).balance - 50;

/** Signs up by a link, as a browser does. */
async function signUp(invitation: string): Promise<{ id: string }> {
  const email = `${crypto.randomUUID()}@example.org`;
  const answer = await community.request(null, 'POST', '/api/auth/sign-up/email', {
    name: 'Nueva',
    email,
    password: 'una frase larga y rara',
    invitation,
  });
  expect(answer.status).toBe(200);
  return community.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
}
const settle = async (invited: { id: string }, attended: boolean) =>
  settleReferral(await community.ctxFor(), { invitedId: invited.id, attended });

it('an invitation pays once the invited person attended, once, and goes back with their only class', async () => {
  const inviter = await community.person();
  const { code, ...before } = await referralOf(inviter);
  expect(before).toEqual({ amount: 100, needsProof: false, invited: 0, paid: 0 });
  const invited = await signUp(code);
  expect(await balanceOf(inviter)).toBe(0);
  expect(await referralOf(inviter)).toMatchObject({ invited: 1, paid: 0 });
  await settle(invited, true);
  await settle(invited, true);
  expect(await balanceOf(inviter)).toBe(100);
  expect(await referralOf(inviter)).toMatchObject({ invited: 1, paid: 1 });
  await settle(invited, false);
  expect(await balanceOf(inviter)).toBe(0);
  expect(await referralOf(inviter)).toMatchObject({ paid: 0 });
  await settle(invited, true);
  expect(await balanceOf(inviter)).toBe(100);
});

it('an invitation whose coins were spent before they went back is made whole, and no more', async () => {
  const inviter = await community.person();
  const invited = await signUp((await referralOf(inviter)).code);
  await settle(invited, true);
  const spent = { amount: -90, type: 'admin_debit', description: 'Ajuste', cause: 'spent' } as const;
  await grantCoins(await community.ctxFor(), { userId: inviter.id, ...spent });
  await settle(invited, false);
  expect(await balanceOf(inviter)).toBe(-50);
  await settle(invited, true);
  expect(await balanceOf(inviter)).toBe(100 - 90);
  await community.db.updateTable('coinRules').set({ amount: 300 }).where('rule', '=', 'referral').execute();
  await settle(invited, true);
  expect(await balanceOf(inviter)).toBe(100 - 90);
  await community.db.updateTable('coinRules').set({ amount: 100 }).where('rule', '=', 'referral').execute();
});

/** A person who was invited; a proved address is that of a link which they followed. */
async function invitedBy(inviter: Person, { proved = false } = {}): Promise<{ id: string }> {
  const invited = await signUp((await referralOf(inviter)).code);
  await community.db
    .updateTable('users')
    .set({ emailVerified: proved })
    .where('id', '=', invited.id)
    .execute();
  return invited;
}

it('an inviter is paid for three invited people a day, and for the next one with a class of another day', async () => {
  const inviter = await community.person();
  const invited = await Promise.all([1, 2, 3, 4].map(() => invitedBy(inviter)));
  for (const each of invited) await settle(each, true);
  expect(await balanceOf(inviter)).toBe(300);
  // The ledger is dated by the database.
  await sql`alter table sumicoins_ledger disable trigger ledger_is_append_only`.execute(community.db);
  await sql`update sumicoins_ledger set created_at = created_at - interval '25 hours'`.execute(community.db);
  await sql`alter table sumicoins_ledger enable trigger ledger_is_append_only`.execute(community.db);
  for (const each of invited) await settle(each, true);
  expect(await balanceOf(inviter)).toBe(400);
});

it('an invitation pays only for a proved address or telephone where the server sends letters', async () => {
  await noteLettersArrive(community, true);
  onTestFinished(() => noteLettersArrive(community, false));
  const inviter = await community.person();
  await community.db.updateTable('users').set({ emailVerified: true }).where('id', '=', inviter.id).execute();
  const [madeUp, byLetter, byPhone] = [
    await invitedBy(inviter),
    await invitedBy(inviter, { proved: true }),
    await invitedBy(inviter),
  ];
  await community.db.insertInto('phones').values({ userId: byPhone.id, number: '+525512345678' }).execute();
  await settle(madeUp, true);
  expect(await balanceOf(inviter)).toBe(0);
  expect(await referralOf(inviter)).toMatchObject({ needsProof: true, paid: 0 });
  for (const each of [byLetter, byPhone]) await settle(each, true);
  expect(await balanceOf(inviter)).toBe(200);
});

it('a code that no person has, and that of a banned account, leaves no inviter', async () => {
  const banned = await community.person();
  const { code } = await referralOf(banned);
  await community.db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', banned.id).execute();
  for (const invitation of [code, '000000000000', "' or 1=1"]) {
    const { id } = await signUp(invitation);
    const { invitedBy } = await community.db
      .selectFrom('users')
      .select('invitedBy')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(invitedBy).toBeNull();
  }
});

it('a person who came by themselves pays no inviter when they attend', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const student = await community.person();
  await insertAttended(community.db, teacher, student);
  await settle(student, true);
  const { rows } = {
    rows: await community.db
      .selectFrom('sumicoinsLedger')
      .select('id')
      .where('userId', '=', student.id)
      .execute(),
  };
  expect(rows).toHaveLength(1);
});

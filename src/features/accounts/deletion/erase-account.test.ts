import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { leaveCommunity, personWithPassword, signUp, tokenIn } from '../../../testing/sign-in.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ mail: 'sent' });
});
afterAll(() => community.close());

const kidOf = async (guardianEmail: string): Promise<Person> => {
  const kid = await signUp(community, { name: 'Una Niña', email: `${crypto.randomUUID()}@example.org` });
  const answer = await community.request(kid, 'PUT', '/api/people/me/age', {
    ageGroup: 'kid',
    guardianEmail,
  });
  expect(answer.status).toBe(200);
  return kid;
};
const waiting = async (address: string) =>
  (
    await community.db
      .selectFrom('mailOutbox')
      .select('kind')
      .where('address', '=', address)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);
const links = (address: string) =>
  community.db
    .selectFrom('accountLinks')
    .select(['id', 'usedAt'])
    .where('address', '=', address)
    .orderBy('id')
    .execute();
const reset = (email: string) => community.request(null, 'POST', '/api/accounts/password-reset', { email });

describe('deleting an account', () => {
  it('leaves the letters and links of another person, whom a kid named as their guardian, and does not write to them', async () => {
    const victim = await personWithPassword(community);
    expect((await reset(victim.email)).status).toBe(200);
    await community.letters();
    expect((await reset(victim.email)).status).toBe(200);
    const kid = await kidOf(victim.email);
    const open = await links(victim.email);
    expect(open).toHaveLength(1);
    await leaveCommunity(community, kid);
    expect(await waiting(victim.email)).toEqual(['accounts.reset-password']);
    expect(await links(victim.email)).toEqual(open);
    const letters = await community.letters();
    expect(letters.filter(({ to }) => to === victim.email).map(({ subject }) => subject)).toHaveLength(1);
  });

  it('tells the guardian who consented that the kid’s account was deleted, and not one of their own', async () => {
    const guardian = `madre-${crypto.randomUUID()}@example.org`;
    const kid = await kidOf(guardian);
    const asked = (await community.letters()).find(({ to }) => to === guardian);
    const body = { token: tokenIn(asked) };
    expect((await community.request(null, 'POST', '/api/accounts/links/follow', body)).status).toBe(200);
    await leaveCommunity(community, kid);
    const letters = await community.letters();
    const toGuardian = letters.find(({ to }) => to === guardian);
    expect(toGuardian?.subject).toBe('Se eliminó la cuenta de Sumi de la niña o el niño a tu cargo');
    expect(toGuardian?.text).not.toContain('Una Niña');
    expect(letters.filter(({ to }) => to !== guardian).map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: kid.email, subject: 'Tu cuenta de Sumi se eliminó' },
    ]);
  });

  it.each([
    ['of a person who is an adult by now', 'age-group', { ageGroup: 'adult' }],
    ['whose consent was revoked', 'guardian-consent', { given: false }],
  ])('does not write to the guardian %s', async (_whose, what, body) => {
    const admin = await community.person({ role: 'admin' });
    const guardian = `tutora-${crypto.randomUUID()}@example.org`;
    const kid = await kidOf(guardian);
    const token = tokenIn((await community.letters()).find(({ to }) => to === guardian));
    expect((await community.request(null, 'POST', '/api/accounts/links/follow', { token })).status).toBe(200);
    expect((await community.request(admin, 'PUT', `/api/people/${kid.id}/${what}`, body)).status).toBe(200);
    await community.letters();
    await leaveCommunity(community, kid);
    expect((await community.letters()).map(({ to }) => to)).toEqual([kid.email]);
  });

  it('does not write to a guardian whose consent an administrator recorded, at an address that the kid typed', async () => {
    const admin = await community.person({ role: 'admin' });
    const typed = `tecleada-${crypto.randomUUID()}@example.org`;
    const kid = await kidOf(typed);
    const path = `/api/people/${kid.id}/guardian-consent`;
    expect((await community.request(admin, 'PUT', path, { given: true })).status).toBe(200);
    await community.letters();
    await leaveCommunity(community, kid);
    expect((await community.letters()).map(({ to }) => to)).toEqual([kid.email]);
  });

  it('leaves the letters of other accounts to the address that it did not prove, and to the one that it did', async () => {
    const address = `otra-${crypto.randomUUID()}@example.org`;
    await kidOf(address);
    const unproved = await signUp(community, { name: 'Sin Prueba', email: address });
    await leaveCommunity(community, unproved);
    expect(await waiting(address)).toEqual(['accounts.guardian-consent', 'accounts.account-deleted']);

    const guardian = await personWithPassword(community);
    await sql`update users set email_verified = true where id = ${guardian.id}`.execute(community.db);
    await kidOf(guardian.email);
    await leaveCommunity(community, guardian);
    expect(await waiting(guardian.email)).toEqual(['accounts.guardian-consent', 'accounts.account-deleted']);
  });

  it('leaves the link by which the person may still consent to the classes of a kid', async () => {
    const guardian = await personWithPassword(community);
    await sql`update users set email_verified = true where id = ${guardian.id}`.execute(community.db);
    const kid = await kidOf(guardian.email);
    const token = tokenIn((await community.letters()).find(({ to }) => to === guardian.email));
    await leaveCommunity(community, guardian);
    expect((await community.request(null, 'POST', '/api/accounts/links/follow', { token })).status).toBe(200);
    const { account } = await (await community.request(kid, 'GET', '/api/accounts/me')).json();
    expect(account).toMatchObject({ guardianConsent: true });
  });

  it('takes the letters and links of its own along, of a proved address also those that name no account', async () => {
    const owner = await personWithPassword(community);
    await sql`update users set email_verified = true where id = ${owner.id}`.execute(community.db);
    expect((await reset(owner.email)).status).toBe(200);
    await community.letters();
    expect((await reset(owner.email)).status).toBe(200);
    await leaveCommunity(community, owner);
    expect(await waiting(owner.email)).toEqual(['accounts.account-deleted']);
    expect(await links(owner.email)).toEqual([]);
  });
});

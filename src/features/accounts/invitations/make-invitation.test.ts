import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { makeInvitation } from '../contract.ts';
import { noteInviter } from '../sign-in/welcome-newcomer.ts';
import type { Invitation } from './invitation-operations.ts';

/** Ten at night of the 19th in Mexico City. */
const now = new Date('2026-11-20T04:00:00Z');
let community: Community;
beforeAll(async () => {
  community = await newCommunity({ poolSize: 30 });
  community.setNow(now);
});
afterAll(() => community.close());

const links = '/api/accounts/invitations';
const make = (person: Person | null, facts: object = {}, at = community) =>
  at.request(person, 'POST', links, { label: 'Mi grupo', mostUses: 3, lastDay: '2026-11-22', ...facts });
async function made(person: Person, facts: object = {}, at = community): Promise<Invitation> {
  return answerOf(make(person, facts, at), makeInvitation);
}
const stateOf = async (code: string) =>
  (await (await community.request(null, 'GET', `${links}/by-code/${code}`)).json()).state;
const inviterOf = ({ id }: Person, { db } = community) =>
  db
    .selectFrom('users')
    .select(['invitedBy', 'invitedByLink'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Signs up by a code, without the password's hashing. */
async function join(code: string, at = now): Promise<Person> {
  const person = await community.person();
  await noteInviter(community.db, person.id, code, at);
  return person;
}

it('an invitation link ends with its last day on its owner’s calendar', async () => {
  const mexico = await made(await community.person({ zone: 'America/Mexico_City' }));
  expect(mexico).toMatchObject({ uses: 0, mostUses: 3, state: 'open', endsAt: '2026-11-23T06:00:00.000Z' });
  const tokyo = await made(await community.person({ zone: 'Asia/Tokyo' }));
  expect(tokyo.endsAt).toBe('2026-11-22T15:00:00.000Z');
});

it.each([
  [{ lastDay: '2026-11-18' }, 422],
  [{ lastDay: '2027-12-01' }, 422],
  [{ lastDay: '2026-02-31' }, 400],
  [{ mostUses: 0 }, 400],
  [{ mostUses: 501 }, 400],
  [{ label: '  ' }, 400],
])('makeInvitation refuses %o with %i and makes no link', async (facts, status) => {
  const person = await community.person({ zone: 'America/Mexico_City' });
  expect((await make(person, facts)).status).toBe(status);
  expect((await (await community.request(person, 'GET', links)).json()).items).toEqual([]);
});

it('makeInvitation refuses a kid, and an eleventh open link also when all are asked for at once', async () => {
  expect((await make(await community.person({ ageGroup: 'kid' }))).status).toBe(403);
  const person = await community.person();
  const answers = await Promise.all(Array.from({ length: 16 }, () => make(person)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(6);
});

it('a sign-up by a link notes its inviter and takes a place; by one that is used up or ended it makes the account alone', async () => {
  const owner = await community.person();
  const link = await made(owner, { mostUses: 2 });
  const email = `${crypto.randomUUID()}@example.org`;
  const signUp = { name: 'Nueva', email, password: 'una frase larga y rara', invitation: link.code };
  // The sign-up goes by the real clock.
  await community.db
    .updateTable('inviteLinks')
    .set({ endsAt: '2999-01-01' })
    .where('id', '=', link.id)
    .execute();
  expect((await community.request(null, 'POST', '/api/auth/sign-up/email', signUp)).status).toBe(200);
  const invited = await community.db
    .selectFrom('users')
    .select('invitedByLink')
    .where('email', '=', email)
    .where('invitedBy', '=', owner.id)
    .executeTakeFirstOrThrow();
  expect(invited.invitedByLink).toBe(link.id);
  expect(await stateOf(link.code)).toBe('open');
  expect((await inviterOf(await join(link.code))).invitedBy).toBe(owner.id);
  expect(await stateOf(link.code)).toBe('used-up');
  expect(await inviterOf(await join(link.code))).toEqual({ invitedBy: null, invitedByLink: null });

  const other = await made(owner);
  const end = () => community.request(owner, 'DELETE', `${links}/${other.id}`);
  const ended = await (await end()).json();
  expect(ended).toMatchObject({ state: 'ended', endsAt: now.toISOString() });
  community.setNow(new Date(now.getTime() + 60_000));
  expect(await (await end()).json()).toEqual(ended);
  community.setNow(now);
  expect((await inviterOf(await join(other.code))).invitedBy).toBeNull();

  const short = await made(owner);
  expect((await inviterOf(await join(short.code, new Date(short.endsAt)))).invitedBy).toBeNull();
  // Those that invite come first.
  const { items } = await (await community.request(owner, 'GET', links)).json();
  expect(items.map(({ state }: Invitation) => state)).toEqual(['open', 'ended', 'used-up']);
});

it('a link invites neither its owner nor a person in the name of a banned account, and an inviter who is noted stays', async () => {
  const owner = await community.person();
  const { code } = await made(owner);
  await noteInviter(community.db, owner.id, code, now);
  expect((await inviterOf(owner)).invitedBy).toBeNull();
  const guest = await join(code);
  const another = await made(await community.person());
  await noteInviter(community.db, guest.id, another.code, now);
  expect((await inviterOf(guest)).invitedBy).toBe(owner.id);
  expect(await stateOf(another.code)).toBe('open');
  await community.db.updateTable('users').set({ bannedAt: now }).where('id', '=', owner.id).execute();
  expect(await stateOf(code)).toBe('ended');
  expect((await inviterOf(await join(code))).invitedBy).toBeNull();
  expect((await community.request(null, 'GET', `${links}/by-code/000000000000`)).status).toBe(404);
});

it('listInvitations reads every link once, the open ones first, also when one is made between two pages', async () => {
  const owner = await community.person();
  const ended: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { id } = await made(owner);
    await community.request(owner, 'DELETE', `${links}/${id}`);
    ended.push(id);
  }
  const open = [(await made(owner)).id, (await made(owner)).id];
  const read = async (query: string) => (await community.request(owner, 'GET', `${links}?${query}`)).json();
  const first = await read('limit=3');
  const third = (await made(owner)).id;
  const second = await read(`limit=3&cursor=${first.nextCursor}`);
  // All were made at one instant, so that their ids decide.
  expect(first.items.map(({ id }: Invitation) => id)).toEqual([...open.reverse(), ended[2]]);
  expect(second).toMatchObject({ items: [{ id: ended[1] }, { id: ended[0] }], nextCursor: null });
  expect((await read('limit=1')).items[0].id).toBe(third);
});

describe('the last three places of a link', () => {
  /** Twenty people sign up at once; answers how many the link invited, and how many it counts. */
  async function rush(at: Community) {
    at.setNow(now);
    const { id, code } = await made(await at.person(), { mostUses: 3 }, at);
    const people = await Promise.all(Array.from({ length: 20 }, () => at.person()));
    await Promise.allSettled(people.map((person) => noteInviter(at.db, person.id, code, now)));
    const { invited } = await at.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('invited'))
      .where('invitedByLink', '=', id)
      .executeTakeFirstOrThrow();
    const { uses } = await at.db
      .selectFrom('inviteLinks')
      .select('uses')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { invited, uses };
  }

  it('go to three of twenty people who sign up at once', async () => {
    expect(await rush(community)).toEqual({ invited: 3, uses: 3 });
  });

  it('the control: go to more than three where the count is read before it is raised', async () => {
    const careless = await newCommunity({ poolSize: 30, withoutGuards: readsFirst });
    const { invited } = await rush(careless);
    expect(invited).toBeGreaterThan(3);
    await careless.close();
  });
});

/** The same function, but the place is taken by what was read before. */
const readsFirst = `
  create or replace function note_inviter(person uuid, said_code text, at timestamptz) returns void language plpgsql as $$
  declare
    link invite_links%rowtype;
  begin
    select * into link from invite_links where code = said_code and uses < most_uses and ended_at is null and ends_at > at;
    perform pg_sleep(0.2);
    if link.id is not null then
      update invite_links set uses = link.uses + 1 where id = link.id;
      update users set invited_by = link.user_id, invited_by_link = link.id where id = person;
    end if;
  end $$`;

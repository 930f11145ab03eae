import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import { createPasswordChecks } from '#features/accounts/sign-in/password-checks.ts';
import { offerSeats } from '#features/classes/waiting/offer-seats.ts';
import type { Ctx } from '#server/ctx.ts';
import { everyOwnData } from '../../../every-own-data.ts';
import { refusalIn } from '../../../testing/answers/to-be-refused.ts';
import { insertClass } from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceBehind, raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { ctxInSession, goodPassword, personWithPassword, signIn } from '../../../testing/sign-in.ts';
import { deleteAccount } from './delete-account.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await personWithPassword(community, { role: 'admin' });
});
afterAll(() => community.close());

const tomorrow = new Date(Date.now() + 30 * 3_600_000);
const remove = (person: Person, { password = goodPassword, typed = person.email } = {}) =>
  send(person, { password, typed });
const send = async (person: Person, body: { password?: string; typed: string }) => {
  const { status, code } = await refusalIn(community.request(person, 'POST', '/api/privacy/deletion', body));
  return { status, code };
};

describe('deleteAccount', () => {
  it('wants the right password and the address typed out, however fresh the session', async () => {
    const person = await personWithPassword(community);
    expect(await remove(person, { password: 'no-es-esta' })).toEqual({
      status: 400,
      code: 'accounts/wrong-password',
    });
    expect(await remove(person, { typed: 'otra@example.org' })).toEqual({
      status: 422,
      code: 'privacy/typed-otherwise',
    });
    expect((await send(person, { typed: person.email })).code).toBe('accounts/password-again');
    expect((await signIn(community, person.email)).status).toBe(200);
  });

  it('wants a new sign-in of a person without a password', async () => {
    const person = await community.person();
    const createdAt = new Date(Date.now() - 3_600_000);
    await community.db.updateTable('sessions').set({ createdAt }).where('userId', '=', person.id).execute();
    expect((await send(person, { typed: person.email })).code).toBe('accounts/sign-in-again');
    const fresh = await community.anotherSession(person);
    expect((await send(fresh, { typed: person.email })).status).toBe(200);
  });

  it('refuses a teacher with classes to give, and says so beforehand', async () => {
    const teacher = await personWithPassword(community, { role: 'teacher', verified: true });
    const coming = await insertClass(community.db, teacher, { startsAt: tomorrow });
    expect(await remove(teacher)).toEqual({ status: 409, code: 'privacy/classes-first' });
    const seen = await (await community.request(teacher, 'GET', '/api/privacy/deletion')).json();
    expect(seen).toMatchObject({ classesGiven: 1, refused: 'privacy/classes-first' });
    await sql`update classes set created_by = ${admin.id} where id = ${coming}`.execute(community.db);
    expect(await remove(teacher)).toEqual({ status: 200, code: undefined });
  });

  it('counts an administrator who has only a session, and none who cannot sign in, as it said beforehand', async () => {
    const first = await personWithPassword(community, { role: 'admin' });
    const second = await community.person({ role: 'admin' });
    await sql`update users set banned_at = now() where id = ${admin.id}`.execute(community.db);
    const seen = async () =>
      (await (await community.request(first, 'GET', '/api/privacy/deletion')).json()).refused;
    expect(await seen()).toBeNull();
    await sql`delete from sessions where user_id = ${second.id}`.execute(community.db);
    expect(await seen()).toBe('people/last-admin');
    expect(await remove(first)).toEqual({ status: 409, code: 'people/last-admin' });
    await sql`update users set banned_at = null where id = ${admin.id}`.execute(community.db);
    expect(await remove(first)).toEqual({ status: 200, code: undefined });
  });

  it('refuses the last administrator, and of two at once lets one go', async () => {
    expect(await remove(admin)).toEqual({ status: 409, code: 'people/last-admin' });
    const seen = await (await community.request(admin, 'GET', '/api/privacy/deletion')).json();
    expect(seen.refused).toBe('people/last-admin');
    const second = await personWithPassword(community, { role: 'admin' });
    const third = await personWithPassword(community, { role: 'admin' });
    await sql`update users set banned_at = now() where id = ${admin.id}`.execute(community.db);
    const removed = await raceForTable(community.db, 'userRoles', () => [remove(second), remove(third)]);
    const statuses = removed.map((each) => (each.status === 'fulfilled' ? each.value.status : 500));
    expect(statuses.sort()).toEqual([200, 409]);
    await sql`update users set banned_at = null where id = ${admin.id}`.execute(community.db);
  });

  it('the control: lets both of the last two administrators go at once without the row locks', async () => {
    const careless = await newCommunity({ untrueRows: 'no administrator is left' });
    const passwords = createPasswordChecks(careless.authentication);
    const two = [
      await personWithPassword(careless, { role: 'admin' }),
      await personWithPassword(careless, { role: 'admin' }),
    ];
    const ctxs = await Promise.all(two.map((person) => ctxInSession(careless, person)));
    await raceForTable(careless.db, 'userRoles', () =>
      two.map(({ email }, of) =>
        deleteAccount(
          withoutRowLocks(ctxs[of] as Ctx),
          { passwords, ownData: everyOwnData },
          { password: goodPassword, typed: email },
        ),
      ),
    );
    expect(await listAdministrators(await careless.ctxFor())).toEqual([]);
    await careless.close();
  });

  it('offers the seat that becomes free to the student who waits for it', async () => {
    const teacher = await community.person({ role: 'teacher', verified: true });
    const leaver = await personWithPassword(community);
    const waiting = await community.person();
    const full = await insertClass(community.db, teacher, { startsAt: tomorrow, maxStudents: 1 });
    await sql`insert into class_enrollments (class_id, user_id) values (${full}, ${leaver.id})`.execute(
      community.db,
    );
    await sql`insert into class_waiting (class_id, user_id) values (${full}, ${waiting.id})`.execute(
      community.db,
    );
    const seen = await (await community.request(leaver, 'GET', '/api/privacy/deletion')).json();
    expect(seen).toMatchObject({ seats: 1, coins: 50, refused: null });
    expect((await remove(leaver)).status).toBe(200);
    await community.runDue(offerSeats);
    const { rows } = await sql<{ userId: string }>`
      select user_id from class_enrollments where class_id = ${full}`.execute(community.db);
    expect(rows).toEqual([{ userId: waiting.id }]);
  });

  it('refunds the purchase that it waited for', async () => {
    const person = await personWithPassword(community, { coins: 300 });
    const buys = (ctx: Ctx) => sql`select buy_item(${person.id}, 'premium-material')`.execute(ctx.db);
    const [removed] = await raceBehind(await community.ctxFor(), buys, () => [remove(person)]);
    expect(removed).toMatchObject({ value: { status: 200 } });
    const orders = community.db.selectFrom('orders').select('status').where('userId', '=', person.id);
    expect(await orders.execute()).toEqual([{ status: 'refunded' }]);
  });

  it('lets the same address make a new account, to which nothing of the old one belongs', async () => {
    const person = await personWithPassword(community, { coins: 400 });
    expect((await remove(person)).status).toBe(200);
    const body = { name: 'Otra vez', email: person.email, password: 'una-nueva-y-larga' };
    expect((await community.request(null, 'POST', '/api/auth/sign-up/email', body)).status).toBe(200);
    const { rows } = await sql<{ balance: number }>`
      select balance from wallets join users on users.id = user_id where email = ${person.email}`.execute(
      community.db,
    );
    expect(rows).toEqual([{ balance: 50 }]);
  });
});

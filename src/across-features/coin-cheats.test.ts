import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readOwnAbsences } from '#features/classes/contract.ts';
import { keepStreak } from '#features/profiles/streak/keep-streak.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { everyInvariant } from '../every-invariant.ts';
import { answerOf } from '../testing/answers/answer-of.ts';
import { classScene, insertClass, insertSeats, minutesFromNow, now } from '../testing/class-scene.ts';
import type { Community, Person } from '../testing/community.ts';
import { insertVideo } from '../testing/rows/insert-video.ts';
import { publishBoard } from '../testing/rows/publish-board.ts';

// What a student would think of to get coins or a streak that they did not earn. Each test does the honest thing first
// where there is one, then the trick, and says that the trick gave nothing.

let community: Community;
let teacher: Person;
let admin: Person;
beforeAll(async () => {
  ({ community, teacher, admin } = await classScene({ poolSize: 20 }));
});
beforeEach(() => community.setNow(now));
afterAll(async () => {
  expect(await findBroken(community.db, everyInvariant)).toEqual([]);
  await community.close();
});

const mexico = 'America/Mexico_City';
const student = (traits: Parameters<Community['person']>[0] = {}) =>
  community.person({ zone: mexico, ...traits });
const ask = (
  person: Person,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => community.request(person, method, path, body, headers);

/** The coins of a person beyond the bonus that came with the account. */
async function coinsOf({ id }: { id: string }): Promise<number> {
  const { balance } = await community.db
    .selectFrom('wallets')
    .select('balance')
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();
  return balance - 50;
}
const streakOf = async (person: Person) => (await ask(person, 'GET', '/api/profiles/me/streak')).json();
const watch = (person: Person, id: string, watchedSeconds = 60) =>
  ask(person, 'POST', `/api/videos/${id}/view`, { watchedSeconds });
const video = () => insertVideo(community.db, { seconds: 60 });
const moveTo = (person: Person, zone: string) => ask(person, 'PATCH', '/api/profiles/me', { zone });
const minutesLater = (minutes: number) => community.setNow(minutesFromNow(minutes));
const daysLater = (days: number) => minutesLater(days * 24 * 60);
const buy = (person: Person, itemId: string, key?: string) =>
  ask(person, 'POST', '/api/store/orders', { itemId }, key ? { 'idempotency-key': key } : {});

/** A class that began half an hour ago. */
async function begunWith(...people: Person[]): Promise<string> {
  const id = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-30), durationMinutes: 45 });
  if (people.length > 0) await insertSeats(community.db, id, ...people);
  return id;
}
const mark = (id: string, { id: userId }: Person, attended: boolean, who = teacher) =>
  ask(who, 'PUT', `/api/classes/${id}/attendance`, { marks: [{ userId, attended }] });
const close = (id: string, who = teacher) => ask(who, 'POST', `/api/classes/${id}/roll-closing`);

/** Signs up by the link of another person. */
async function signUpBy(inviter: Person | null, code?: string): Promise<{ id: string }> {
  const invitation = inviter ? (await (await ask(inviter, 'GET', '/api/coins/referral')).json()).code : code;
  const email = `${crypto.randomUUID()}@example.org`;
  const body = { name: 'Nueva', email, password: 'una frase larga y rara', invitation };
  expect((await community.request(null, 'POST', '/api/auth/sign-up/email', body)).status).toBe(200);
  return community.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
}

it('1. reporting a view again and again pays once', async () => {
  const ana = await student();
  const id = await video();
  for (let n = 0; n < 5; n++) await watch(ana, id, 10 + n);
  expect(await coinsOf(ana)).toBe(1 + 5);
});

it('2. reporting one view from forty tabs pays once', async () => {
  const ana = await student();
  const id = await video();
  await Promise.all(Array.from({ length: 40 }, () => watch(ana, id)));
  expect(await coinsOf(ana)).toBe(1 + 5);
});

it('3. several tabs that play different videos are paid for one', async () => {
  const ana = await student();
  const ids = await Promise.all(Array.from({ length: 5 }, video));
  await Promise.all(ids.map((id) => watch(ana, id)));
  expect(await coinsOf(ana)).toBe(1 + 5);
});

it('4. naming five videos one after the other, without the time to play them, is paid for one', async () => {
  const ana = await student();
  for (let n = 0; n < 5; n++) {
    community.setNow(new Date(now.getTime() + n * 500));
    await watch(ana, await video());
  }
  expect(await coinsOf(ana)).toBe(1 + 5);
});

it('5. a view that played nothing, or less than nothing, pays nothing', async () => {
  const ana = await student();
  const id = await video();
  for (const seconds of [0, -60, 2.9]) await watch(ana, id, seconds);
  expect(await coinsOf(ana)).toBe(0);
});

it('6. a sixth video of the day pays nothing', async () => {
  const ana = await student();
  for (let n = 0; n < 9; n++) {
    minutesLater(n);
    await watch(ana, await video());
  }
  expect(await coinsOf(ana)).toBe(5 + 5);
});

it('7. changing the zone back and forth makes no second day of one', async () => {
  const ana = await student();
  for (const [n, zone] of ['Asia/Tokyo', 'Pacific/Honolulu', 'Pacific/Kiritimati', mexico].entries()) {
    await moveTo(ana, zone);
    minutesLater(n * 2);
    for (let nth = 0; nth < 3; nth++) {
      minutesLater(n * 20 + nth * 3);
      await watch(ana, await video());
    }
  }
  expect(await coinsOf(ana)).toBe(5 + 5);
  expect(await streakOf(ana)).toMatchObject({ days: 1 });
});

it('8. moving west after midnight does not fill the day that was missed', async () => {
  const ana = await student();
  await watch(ana, await video());
  daysLater(2);
  // There it is an hour before midnight of the missed day.
  await moveTo(ana, 'Pacific/Pago_Pago');
  await watch(ana, await video());
  expect(await streakOf(ana)).toMatchObject({ days: 1 });
});

it('9. moving east before a roll is closed does not put its class on another day', async () => {
  const ana = await student();
  // In Auckland the class begins on the next day.
  const id = await insertClass(community.db, teacher, { startsAt: minutesFromNow(120), durationMinutes: 45 });
  await insertSeats(community.db, id, ana);
  minutesLater(180);
  await mark(id, ana, true);
  await watch(ana, await video());
  await moveTo(ana, 'Pacific/Auckland');
  await close(id);
  expect(await streakOf(ana)).toMatchObject({ days: 1 });
  expect(await coinsOf(ana)).toBe(1 + 20 + 5);
});

it('10. becoming a kid and an adult again pays no bonus and no view twice', async () => {
  const ana = await student();
  const id = await video();
  await watch(ana, id);
  const before = await coinsOf(ana);
  for (const ageGroup of ['kid', 'adult']) {
    await ask(admin, 'POST', `/api/people/${ana.id}/age-group`, { ageGroup, reason: 'Prueba' });
  }
  await watch(ana, id);
  expect(await coinsOf(ana)).toBe(before);
});

it('11. leaving a class after being marked present is refused, and pays nothing by itself', async () => {
  const ana = await student();
  const id = await begunWith(ana);
  await mark(id, ana, true);
  expect((await ask(ana, 'DELETE', `/api/classes/${id}/enrolment`)).status).toBe(409);
  expect(await coinsOf(ana)).toBe(0);
});

it('12. an absence, excused or not, is no attendance', async () => {
  const ana = await student();
  const excuse = { reason: 'power', excused: true };
  const [noted, explained, excused, unexcused] = [
    await begunWith(ana),
    await begunWith(ana),
    await begunWith(ana),
    await begunWith(ana),
  ];
  for (const id of [noted, explained, excused, unexcused]) {
    await community.db.updateTable('classes').set({ kind: 'club' }).where('id', '=', id).execute();
    await mark(id, ana, false);
  }
  const note = (id: string) => ask(teacher, 'PUT', `/api/classes/${id}/absences/${ana.id}`, excuse);
  expect((await note(noted)).status).toBe(200);
  for (const id of [noted, explained, excused, unexcused]) await close(id);
  expect((await ask(ana, 'PUT', `/api/classes/${explained}/absence`, { reason: 'power' })).status).toBe(200);
  expect((await note(excused)).status).toBe(200);
  const own = await answerOf(ask(ana, 'GET', '/api/classes/absences'), readOwnAbsences);
  expect(own.counted).toBe(1);
  expect(await coinsOf(ana)).toBe(0);
  expect(await streakOf(ana)).toMatchObject({ days: 0 });
});

it('13. marking oneself present, or closing the roll, is for organisers', async () => {
  const ana = await student();
  const id = await begunWith(ana);
  expect((await mark(id, ana, true, ana)).status).toBe(403);
  expect((await close(id, ana)).status).toBe(403);
  expect(await coinsOf(ana)).toBe(0);
});

it('14. a teacher takes no seat in their own class, and is paid for none', async () => {
  const id = await insertClass(community.db, teacher);
  const before = await coinsOf(teacher);
  expect((await ask(teacher, 'POST', `/api/classes/${id}/enrolment`)).status).toBeGreaterThanOrEqual(400);
  const begun = await begunWith();
  await ask(teacher, 'POST', `/api/classes/${begun}/walk-ins`, { userId: teacher.id });
  await mark(begun, teacher, true);
  await close(begun);
  expect(await coinsOf(teacher)).toBe(before);
});

it('15. a class that was cancelled cannot be marked, closed or paid', async () => {
  const ana = await student();
  const id = await begunWith(ana);
  await community.db
    .updateTable('classes')
    .set({ status: 'cancelled', cancelledAt: now })
    .where('id', '=', id)
    .execute();
  expect((await mark(id, ana, true)).status).toBe(409);
  expect((await close(id)).status).toBe(409);
  expect(await coinsOf(ana)).toBe(0);
});

it('16. a mark that goes to and fro leaves the coins of one class', async () => {
  const ana = await student();
  const id = await begunWith(ana);
  await mark(id, ana, true);
  await Promise.all([close(id), close(id), close(id, admin)]);
  for (const attended of [false, true, false, true, true]) await mark(id, ana, attended);
  expect(await coinsOf(ana)).toBe(20 + 5);
});

it('17. a fourth class of the day pays nothing', async () => {
  const ana = await student();
  for (let n = 0; n < 5; n++) {
    const id = await begunWith(ana);
    await mark(id, ana, true);
    await close(id);
  }
  expect(await coinsOf(ana)).toBe(3 * 20 + 5);
});

it('18. inviting oneself by one’s own code, later, leaves no inviter', async () => {
  const ana = await student();
  const { code } = await (await ask(ana, 'GET', '/api/coins/referral')).json();
  for (const body of [{ invitation: code }, { invitedBy: ana.id }, { country: 'Chile', invitation: code }]) {
    await ask(ana, 'PATCH', '/api/profiles/me', body);
  }
  const id = await begunWith(ana);
  await mark(id, ana, true);
  await close(id);
  expect(await coinsOf(ana)).toBe(20 + 5);
});

it('19. a second account that never attends pays its inviter nothing, nor does one whose class was taken back', async () => {
  const ana = await student();
  const second = (await signUpBy(ana)) as Person;
  const id = await begunWith(second);
  await mark(id, second, false);
  await close(id);
  expect(await coinsOf(ana)).toBe(0);
  await mark(id, second, true);
  expect(await coinsOf(ana)).toBe(100);
  await mark(id, second, false);
  expect(await coinsOf(ana)).toBe(0);
});

it('20. a shield is not refunded and kept: it is handed over at once, and no order of it is open', async () => {
  const ana = await student({ coins: 100 });
  const { order } = await (await buy(ana, 'streak-shield')).json();
  expect(order.status).toBe('fulfilled');
  const refund = await ask(admin, 'POST', `/api/store/orders/${order.id}/refund`, { reason: 'Lo pidió' });
  expect(refund.status).toBe(409);
  expect(await coinsOf(ana)).toBe(100 - 50 - 50);
});

it('21. twenty purchases leave two shields in hand, and take the coins of two', async () => {
  const ana = await student({ coins: 1050 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => buy(ana, 'streak-shield')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(18).fill(409)]);
  expect(await streakOf(ana)).toMatchObject({ shields: 2 });
  expect(await coinsOf(ana)).toBe(1050 - 50 - 100);
});

it('22. a shield bought after the miss, and a holiday set after it, save nothing', async () => {
  const ana = await student();
  await watch(ana, await video());
  daysLater(2);
  const { today } = await streakOf(ana);
  await community.db.insertInto('streakShields').values({ userId: ana.id, gotOn: today }).execute();
  const holiday = { firstDay: '2026-11-21', lastDay: '2026-11-22' };
  expect((await ask(ana, 'PUT', '/api/profiles/me/holiday', holiday)).status).toBe(422);
  await community.runDue(keepStreak);
  expect(await streakOf(ana)).toMatchObject({ days: 0, shields: 1 });
});

it('23. one row of the cup that two people claim, or one claims twice, is one day of practice', async () => {
  const [ana, beto] = [await student(), await student()];
  const ctx = await community.ctxFor(admin);
  await publishBoard(ctx, ['Full name,Username,Email,Language,Total XP', 'Ana Ruiz,ana.r,,English,20']);
  const decided = async (person: Person, verb: string) => {
    const { id } = await community.db
      .selectFrom('cupClaims')
      .select('id')
      .where('userId', '=', person.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    return ask(
      admin,
      'POST',
      `/api/cup/claims/${id}/${verb}`,
      verb === 'confirm' ? {} : { reason: 'No es suya' },
    );
  };
  for (const person of [ana, beto]) await ask(person, 'POST', '/api/cup/claims', { username: 'ana.r' });
  const both = await Promise.all([decided(ana, 'confirm'), decided(beto, 'confirm')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await coinsOf(ana)) + (await coinsOf(beto))).toBe(5);
  const owner = (await coinsOf(ana)) > 0 ? ana : beto;
  await decided(owner, 'revoke');
  expect(await coinsOf(owner)).toBe(0);
  await ask(owner, 'POST', '/api/cup/claims', { username: 'ana.r' });
  await decided(owner, 'confirm');
  await decided(owner, 'confirm');
  expect(await coinsOf(owner)).toBe(5);
});

it('24. what the month’s ceiling withheld is not paid by asking again in the next month', async () => {
  const ana = await student();
  const id = await video();
  const set = (monthlyCeiling: number) =>
    community.db.updateTable('coinSettings').set({ monthlyCeiling }).execute();
  community.setNow(new Date('2026-12-01T05:59:00Z'));
  await set(0);
  await watch(ana, id, 10);
  expect(await coinsOf(ana)).toBe(0);
  community.setNow(new Date('2026-12-01T06:01:00Z'));
  await set(250_000);
  // A report of the new day is a view of its own, and pays that day. The old one stays unpaid.
  await watch(ana, id, 20);
  await watch(ana, id, 30);
  expect(await coinsOf(ana)).toBe(1 + 5);
});

it('25. a key that bought one item buys no other, and buys that one once', async () => {
  const ana = await student({ coins: 400 });
  const key = crypto.randomUUID();
  const same = await Promise.all(Array.from({ length: 10 }, () => buy(ana, 'streak-shield', key)));
  expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await buy(ana, 'premium-material', key)).status).toBe(422);
  expect(await coinsOf(ana)).toBe(400 - 50 - 50);
  expect(await streakOf(ana)).toMatchObject({ shields: 1 });
});

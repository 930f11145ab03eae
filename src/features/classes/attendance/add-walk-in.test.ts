import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardianFirst } from '#features/accounts/contract.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { classScene, insertClass, insertSeats, minutesFromNow, now } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { addWalkIn, attendanceRefusals, enrolRefusals, findCandidates, walkInRefusals } from '../contract.ts';
import { closeRollByItself } from './close-roll.ts';

let community: Community;
let teacher: Person;
beforeAll(async () => {
  ({ community, teacher } = await classScene());
});
afterAll(() => community.close());

const begun = (facts = {}) => insertClass(community.db, teacher, { startsAt: minutesFromNow(-30), ...facts });
const add = (id: string, userId: string, by: Person = teacher) =>
  community.request(by, 'POST', `/api/classes/${id}/walk-ins`, { userId });
/** Adds a person whom the teacher found by their whole e-mail address. */
const addByAddress = (id: string, { id: userId, email }: Person) => {
  const found = new URLSearchParams({ search: email });
  return community.request(teacher, 'POST', `/api/classes/${id}/walk-ins?${found}`, { userId });
};

async function find(id: string, search: string, by: Person = teacher) {
  const query = new URLSearchParams({ search });
  const { items } = await answerOf(
    community.request(by, 'GET', `/api/classes/${id}/candidates?${query}`),
    findCandidates,
  );
  return items;
}

describe('addWalkIn', () => {
  it('gives a free seat to a person without one, marks them as present and tells them', async () => {
    const id = await begun({ maxStudents: 2 });
    const ana = await community.person({ name: 'Ana' });
    const { items } = await answerOf(add(id, ana.id), addWalkIn);
    expect(items).toMatchObject([{ name: 'Ana', attended: true, paid: false }]);
    expect(await noticeKindsOf(community, ana)).toEqual(['classes.walked-in']);
    await expect(add(id, ana.id)).toBeRefused(walkInRefusals.hasSeat);
  });

  it('does not call the roll: it stays open, unless only walk-ins have seats', async () => {
    const [ana, leo] = [await community.person(), await community.person()];
    const [booked, empty] = [await begun(), await begun()];
    await insertSeats(community.db, booked, ana);
    for (const id of [booked, empty]) expect((await add(id, leo.id)).status).toBe(200);
    community.setNow(minutesFromNow(3 * 24 * 60));
    await community.runDue(closeRollByItself);
    community.setNow(now);
    const closed = await community.db
      .selectFrom('classes')
      .select('id')
      .where('id', 'in', [booked, empty])
      .where('rollClosedAt', 'is not', null)
      .execute();
    expect(closed).toEqual([{ id: empty }]);
  });

  it('has the roll of a class without other students closed a day later, however late it is', async () => {
    const [ana, leo] = [await community.person(), await community.person()];
    const [booked, empty] = [await begun(), await begun()];
    await insertSeats(community.db, booked, ana);
    for (const days of [1, 1.5]) {
      community.setNow(minutesFromNow(days * 24 * 60 + 60));
      await community.runDue(closeRollByItself);
    }
    community.setNow(minutesFromNow(2 * 24 * 60));
    for (const id of [booked, empty]) expect((await add(id, leo.id)).status).toBe(200);
    community.setNow(minutesFromNow(3 * 24 * 60));
    await community.runDue(closeRollByItself);
    community.setNow(now);
    const closed = await community.db
      .selectFrom('classes')
      .select('id')
      .where('id', 'in', [booked, empty])
      .where('rollClosedAt', 'is not', null)
      .execute();
    expect(closed).toEqual([{ id: empty }]);
    const paid = await community.db
      .selectFrom('sumicoinsLedger')
      .select('cause')
      .where('userId', '=', leo.id)
      .where('cause', 'like', 'class:%')
      .execute();
    expect(paid).toEqual([{ cause: `class:${empty}` }]);
  });

  it('refuses a kid until their guardian consents, and the search finds them from then on', async () => {
    const id = await begun({ targetAudience: 'kid' });
    const kid = await community.person({ name: 'Nico Consiente', ageGroup: 'kid' });
    const asked = { userId: kid.id, address: 'mama@example.org', askedAt: now };
    await community.db.insertInto('guardianConsents').values(asked).execute();
    await expect(addByAddress(id, kid)).toBeRefused(guardianFirst);
    expect(await find(id, kid.email)).toEqual([]);
    await community.db.updateTable('guardianConsents').set({ givenAt: now }).execute();
    expect(await find(id, kid.email)).toMatchObject([{ userId: kid.id, refusal: null }]);
    expect((await addByAddress(id, kid)).status).toBe(200);
  });

  it('takes a kid from a teacher who knows their whole address or had them in a class, and no other kid', async () => {
    const kid = () => community.person({ ageGroup: 'kid' });
    const [stranger, former] = [await kid(), await kid()];
    const forKids = { targetAudience: 'kid' } as const;
    const past = await begun({ ...forKids, startsAt: minutesFromNow(-3 * 24 * 60) });
    await insertSeats(community.db, past, former);
    const id = await begun(forKids);
    await expect(add(id, stranger.id)).toBeRefused(walkInRefusals.notForThisClass);
    for (const added of [await add(id, former.id), await addByAddress(id, stranger)]) {
      expect(added.status).toBe(200);
    }
  });

  it('refuses a full class, a closed roll and a class that has not started', async () => {
    const [ana, leo] = [await community.person(), await community.person()];
    const full = await begun({ maxStudents: 1 });
    await insertSeats(community.db, full, leo);
    await expect(add(full, ana.id)).toBeRefused(enrolRefusals.full);
    const closed = await begun({ rollClosedAt: now });
    await expect(add(closed, ana.id)).toBeRefused(attendanceRefusals.rollClosed);
    const later = await insertClass(community.db, teacher);
    await expect(add(later, ana.id)).toBeRefused(attendanceRefusals.notStarted);
  });

  it('refuses a person of another age group, a banned person, the teacher, and a plan that does not include the class', async () => {
    const id = await begun({ requiredTier: 'premium' });
    const kid = await community.person({ ageGroup: 'kid', tier: 'vip' });
    const banned = await community.person({ tier: 'vip' });
    await community.db.updateTable('users').set({ bannedAt: now }).where('id', '=', banned.id).execute();
    for (const { id: userId } of [kid, banned, teacher]) {
      await expect(add(id, userId)).toBeRefused(walkInRefusals.notForThisClass);
    }
    const basic = await community.person({ tier: 'basic' });
    await expect(add(id, basic.id)).toBeRefused(enrolRefusals.tierTooLow);
    const premium = await community.person({ tier: 'premium' });
    expect((await add(id, premium.id)).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardianFirst } from '#features/accounts/contract.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { classScene, insertClass, insertSeats, minutesFromNow, now } from '../../../testing/class-scene.ts';
import type { Community, Person, PersonTraits } from '../../../testing/community.ts';
import { absenceRefusals, attendanceRefusals, enrolRefusals, findCandidates } from '../contract.ts';

let community: Community;
let teacher: Person;
let admin: Person;
beforeAll(async () => {
  ({ community, teacher, admin } = await classScene());
});
afterAll(() => community.close());

const begun = (facts = {}) => insertClass(community.db, teacher, { startsAt: minutesFromNow(-30), ...facts });

async function find(id: string, search: string, by: Person = teacher) {
  const query = new URLSearchParams({ search });
  const { items } = await answerOf(
    community.request(by, 'GET', `/api/classes/${id}/candidates?${query}`),
    findCandidates,
  );
  return items;
}

describe('findCandidates', () => {
  it('finds people by a part of their name or by their whole address, and never by a part of the address', async () => {
    const id = await begun();
    const zoe = await community.person({ name: 'Zoé Quintanilla' });
    expect((await find(id, 'zoe quin')).map(({ userId }) => userId)).toEqual([zoe.id]);
    const li = await community.person({ name: '李娜' });
    expect((await find(id, '李娜')).map(({ userId }) => userId)).toEqual([li.id]);
    expect((await find(id, zoe.email.toUpperCase())).map(({ userId }) => userId)).toEqual([zoe.id]);
    expect(await find(id, zoe.email.slice(0, -3))).toEqual([]);
    await expect(community.request(teacher, 'GET', `/api/classes/${id}/candidates?search=z`)).toBeRefused(
      commonRefusals.badInput,
    );
  });

  it('refuses the 121st search of a teacher in an hour, and none of an administrator', async () => {
    const searcher = await community.person({ role: 'teacher', verified: true });
    const id = await insertClass(community.db, searcher, { startsAt: minutesFromNow(-30) });
    const hour = now.toISOString().slice(0, 13);
    for (const { id: userId } of [searcher, admin]) {
      const counted = { key: `candidates|${userId}|${hour}`, count: 119, lastAt: now };
      await community.db.insertInto('rateLimits').values(counted).execute();
    }
    await find(id, 'zoe', searcher);
    await expect(community.request(searcher, 'GET', `/api/classes/${id}/candidates?search=zoe`)).toBeRefused(
      commonRefusals.tooMany,
    );
    for (let n = 0; n < 2; n++) await find(id, 'zoe', admin);
  });

  it('leaves out people of another age group and those with a seat, and says whose plan is too low', async () => {
    const id = await begun({ requiredTier: 'basic' });
    const person = (traits: PersonTraits) => community.person({ name: 'Tomasina Rey', ...traits });
    const [seated, free, paying] = [await person({}), await person({}), await person({ tier: 'vip' })];
    await person({ ageGroup: 'kid' });
    await insertSeats(community.db, id, seated);
    const found = await find(id, 'tomasina');
    expect(Object.fromEntries(found.map(({ userId, refusal }) => [userId, refusal]))).toEqual({
      [free.id]: enrolRefusals.tierTooLow.code,
      [paying.id]: null,
    });
  });

  it('says before the start of a full class, to a kid without consent and to a paused student why they get no seat, as enrolling would', async () => {
    const named = (traits: PersonTraits = {}) => community.person({ name: 'Quique Vidal', ...traits });
    const refusalsIn = async (id: string) => {
      const found = await find(id, 'quique');
      return Object.fromEntries(found.map(({ userId, refusal }) => [userId, refusal]));
    };
    const [basic, free] = [await named({ tier: 'basic' }), await named()];
    const kid = await named({ ageGroup: 'kid' });
    const asked = { userId: kid.id, address: 'mama@example.org', askedAt: now };
    await community.db.insertInto('guardianConsents').values(asked).execute();
    const open = await insertClass(community.db, teacher, { requiredTier: 'basic' });
    expect(await refusalsIn(open)).toEqual({ [basic.id]: null, [free.id]: enrolRefusals.tierTooLow.code });
    const forKids = await insertClass(community.db, teacher, { targetAudience: 'kid' });
    expect(await refusalsIn(forKids)).toEqual({ [kid.id]: guardianFirst.code });
    const full = await insertClass(community.db, teacher, { maxStudents: 1 });
    await insertSeats(community.db, full, await community.person());
    expect(await refusalsIn(full)).toEqual({
      [basic.id]: enrolRefusals.full.code,
      [free.id]: enrolRefusals.full.code,
    });
    const missed = await Promise.all(
      [1, 2, 3].map(() => insertClass(community.db, teacher, { kind: 'club' })),
    );
    await community.db
      .insertInto('classAbsences')
      .values(
        missed.map((classId) => ({ classId, userId: free.id, how: 'left-late' as const, recordedAt: now })),
      )
      .execute();
    const club = await insertClass(community.db, teacher, { kind: 'club' });
    expect(await refusalsIn(club)).toEqual({ [basic.id]: null, [free.id]: absenceRefusals.clubsPaused.code });
    // A walk-in has booked nothing that a pause could stop.
    const begunClub = await begun({ kind: 'club' });
    expect(await refusalsIn(begunClub)).toEqual({ [basic.id]: null, [free.id]: null });
  });

  it('leaves a seat that a waiting student is owed out of reach of others, and gives it in the last hour to a student who waits', async () => {
    const named = () => community.person({ name: 'Wenceslao Roa' });
    const [waits, comes] = [await named(), await named()];
    const id = await insertClass(community.db, teacher, { maxStudents: 1, startsAt: minutesFromNow(30) });
    await community.db.insertInto('classWaiting').values({ classId: id, userId: waits.id }).execute();
    const found = await find(id, 'wenceslao');
    expect(Object.fromEntries(found.map(({ userId, refusal }) => [userId, refusal]))).toEqual({
      [waits.id]: null,
      [comes.id]: enrolRefusals.keptForWaiting.code,
    });
  });

  it('is refused in a class that was cancelled and once the roll is closed', async () => {
    const cancelled = await insertClass(community.db, teacher, { status: 'cancelled', cancelledAt: now });
    const closed = await begun({ rollClosedAt: now });
    const search = (id: string) =>
      community.request(teacher, 'GET', `/api/classes/${id}/candidates?search=ana`);
    await expect(search(cancelled)).toBeRefused(enrolRefusals.cancelled);
    await expect(search(closed)).toBeRefused(attendanceRefusals.rollClosed);
  });
});

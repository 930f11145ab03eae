import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it('finds for a teacher of a class for kids those who wait for it, those of their own classes and the one of a whole address, each with consent', async () => {
    const kid = () => community.person({ name: 'Quiteria Luz', ageGroup: 'kid' });
    const [waits, former, ofOthers, stranger, unasked] = await Promise.all([
      kid(),
      kid(),
      kid(),
      kid(),
      kid(),
    ]);
    const forKids = { targetAudience: 'kid' } as const;
    const id = await insertClass(community.db, teacher, { ...forKids, maxStudents: 2 });
    const seated = () => community.person({ ageGroup: 'kid' });
    await insertSeats(community.db, id, await seated(), await seated());
    for (const { id: userId } of [waits, unasked]) {
      await community.db.insertInto('classWaiting').values({ classId: id, userId }).execute();
    }
    const past = { ...forKids, startsAt: minutesFromNow(-3 * 24 * 60) };
    await insertSeats(community.db, await insertClass(community.db, teacher, past), former);
    const other = await community.person({ role: 'teacher', verified: true });
    await insertSeats(community.db, await insertClass(community.db, other, past), ofOthers);
    await community.db.insertInto('guardianConsents').values({ userId: unasked.id }).execute();

    const idsOf = async (search: string, by?: Person) =>
      new Set((await find(id, search, by)).map(({ userId }) => userId));
    expect(await idsOf('quiteria')).toEqual(new Set([waits.id, former.id]));
    expect(await idsOf(stranger.email)).toEqual(new Set([stranger.id]));
    expect(await idsOf(stranger.email.slice(0, -3))).toEqual(new Set());
    expect(await idsOf(unasked.email)).toEqual(new Set());
    const all = new Set([waits.id, former.id, ofOthers.id, stranger.id]);
    expect(await idsOf('quiteria', admin)).toEqual(all);
  });

  it('says before the start of a full class and to a paused student why they get no seat, as enrolling would', async () => {
    const named = (traits: PersonTraits = {}) => community.person({ name: 'Quique Vidal', ...traits });
    const refusalsIn = async (id: string) => {
      const found = await find(id, 'quique');
      return Object.fromEntries(found.map(({ userId, refusal }) => [userId, refusal]));
    };
    const [basic, free] = [await named({ tier: 'basic' }), await named()];
    const open = await insertClass(community.db, teacher, { requiredTier: 'basic' });
    expect(await refusalsIn(open)).toEqual({ [basic.id]: null, [free.id]: enrolRefusals.tierTooLow.code });
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

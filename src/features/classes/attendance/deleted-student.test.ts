import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findBroken } from '#server/db/find-broken.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { everyInvariant } from '../../../every-invariant.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertSeats,
  minutesFromNow,
  now,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { leaveCommunity, personWithPassword } from '../../../testing/sign-in.ts';

let scene: ClassScene;
let community: Community;
beforeAll(async () => {
  scene = await classScene();
  ({ community } = scene);
});
afterEach(async () => expect(await findBroken(community.db, everyInvariant)).toEqual([]));
afterAll(() => community.close());

const ask = async (method: string, path: string, body?: unknown) =>
  community.request(scene.teacher, method, path, body);
const mark = async (id: string, marks: { userId: string; attended: boolean }[]) =>
  expect((await ask('PUT', `/api/classes/${id}/attendance`, { marks })).status).toBe(200);
const close = async (id: string) =>
  expect((await ask('POST', `/api/classes/${id}/roll-closing`)).status).toBe(200);

/** A club that began half an hour ago, with these people in it. */
async function begunWith(...people: Person[]): Promise<string> {
  const startsAt = minutesFromNow(-30);
  const id = await insertClass(community.db, scene.teacher, { kind: 'club', startsAt, durationMinutes: 45 });
  await insertSeats(community.db, id, ...people);
  return id;
}

async function leftBy({ id }: Person, classId: string) {
  const ofPerson = (table: 'practiceDays' | 'classAbsences') =>
    community.db.selectFrom(table).selectAll().where('userId', '=', id).execute();
  const { attended } = await community.db
    .selectFrom('classEnrollments')
    .select('attended')
    .where('classId', '=', classId)
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();
  const { seconds } = await community.db
    .selectFrom('profiles')
    .select('totalLearningSeconds as seconds')
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();
  const coins = await community.db
    .selectFrom('sumicoinsLedger')
    .select(['amount', 'cause'])
    .where('userId', '=', id)
    .where('transactionType', 'in', ['event_reward', 'reward'])
    .execute();
  const [days, absences] = [await ofPerson('practiceDays'), await ofPerson('classAbsences')];
  return { attended, seconds, coins, days, absences };
}
const nothing = { seconds: 0, coins: [], days: [], absences: [] };

describe('a student who deleted their account after the start of a club', () => {
  it('keeps the mark when the roll is closed, and gets no practice, coins or absence', async () => {
    const [came, missed] = [await personWithPassword(community), await personWithPassword(community)];
    const stays = await community.person();
    const id = await begunWith(came, missed, stays);
    for (const person of [came, missed]) await leaveCommunity(community, person);
    await mark(id, [
      { userId: came.id, attended: true },
      { userId: missed.id, attended: false },
      { userId: stays.id, attended: true },
    ]);
    await close(id);
    expect(await leftBy(came, id)).toEqual({ attended: true, ...nothing });
    expect(await leftBy(missed, id)).toEqual({ attended: false, ...nothing });
    expect(await leftBy(stays, id)).toMatchObject({
      attended: true,
      seconds: 2700,
      days: [{ practices: 1 }],
    });
  });

  it('gets nothing by a mark that is corrected, and loses what the old mark gave', async () => {
    const [came, missed] = [await personWithPassword(community), await personWithPassword(community)];
    const id = await begunWith(came, missed);
    await mark(id, [{ userId: came.id, attended: true }]);
    await close(id);
    for (const person of [came, missed]) await leaveCommunity(community, person);
    const marks = (attended: boolean) => [
      { userId: came.id, attended: !attended },
      { userId: missed.id, attended },
    ];
    await mark(id, marks(true));
    expect(await leftBy(came, id)).toMatchObject({ attended: false, seconds: 0, days: [], absences: [] });
    expect(await leftBy(missed, id)).toEqual({ attended: true, ...nothing });
    await mark(id, marks(false));
    expect(await leftBy(came, id)).toMatchObject({ attended: true, seconds: 0, days: [], absences: [] });
    expect(await leftBy(missed, id)).toEqual({ attended: false, ...nothing });
  });

  it('has no reason noted for their absence any more', async () => {
    const ana = await personWithPassword(community);
    const id = await begunWith(ana);
    await mark(id, [{ userId: ana.id, attended: false }]);
    const note = () =>
      ask('PUT', `/api/classes/${id}/absences/${ana.id}`, { reason: 'illness', excused: true });
    expect((await note()).status).toBe(200);
    await leaveCommunity(community, ana);
    await expect(note()).toBeRefused(commonRefusals.notFound);
    community.setNow(minutesFromNow(30));
    await close(id);
    expect(await leftBy(ana, id)).toEqual({ attended: false, ...nothing });
    community.setNow(now);
  });
});

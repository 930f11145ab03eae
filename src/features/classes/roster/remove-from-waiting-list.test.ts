import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  insertClass,
  insertSeats,
  minutesFromNow,
  now,
  type SeatScene,
  seatScene,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { noticeKindsOf, noticesOf } from '../../../testing/rows/notices-of.ts';
import { enrolRefusals, removalRefusals, removeFromWaitingList } from '../contract.ts';
import { offerSeats } from '../waiting/offer-seats.ts';

let scene: SeatScene;
let community: Community;
let teacher: Person;
let takeOffList: SeatScene['takeOffList'];
beforeAll(async () => {
  scene = await seatScene();
  ({ community, teacher, takeOffList } = scene);
});
afterAll(() => community.close());

/** A full class of one seat, for which these people wait in this order. */
async function fullClass(...waiting: Person[]): Promise<{ id: string; seated: Person }> {
  const id = await insertClass(community.db, teacher, { maxStudents: 1 });
  const seated = await community.person();
  await insertSeats(community.db, id, seated);
  for (const person of waiting) await community.request(person, 'POST', `/api/classes/${id}/waiting`);
  return { id, seated };
}
const people = (...names: string[]) => Promise.all(names.map((name) => community.person({ name })));
const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);
const reason = 'Es para principiantes.';

describe('removeFromWaitingList', () => {
  it('takes a student off the list, tells them the reason and writes the act to the audit log', async () => {
    const [ana, leo] = await people('Ana', 'Leo');
    const { id } = await fullClass(ana!, leo!);
    expect(
      namesOf((await answerOf(takeOffList(id, ana!, { reason }), removeFromWaitingList)).waiting),
    ).toEqual(['Leo']);
    const detail = {
      title: 'Conversación en inglés',
      startsAt: minutesFromNow(24 * 60).toISOString(),
      reason,
    };
    expect(await noticesOf(scene.community, ana!, 'classes.%')).toEqual([
      { kind: 'classes.wait-taken-away', detail, link: `/classes?class=${id}` },
    ]);
    expect(await scene.actsOf(id)).toMatchObject([
      { act: 'classes.remove-from-waiting-list', actorId: teacher.id, personId: ana!.id, reason },
    ]);
    // A second time nothing changes.
    expect((await takeOffList(id, ana!)).status).toBe(200);
    expect(await noticesOf(scene.community, ana!, 'classes.%')).toHaveLength(1);
    expect(await scene.actsOf(id)).toHaveLength(1);
  });

  it('refuses a fourth reason of a teacher to the same student in seven days', async () => {
    const [ana] = await people('Ana');
    for (let n = 0; n < 3; n++) {
      const { id } = await fullClass(ana!);
      expect((await takeOffList(id, ana!, { reason })).status).toBe(200);
    }
    const { id } = await fullClass(ana!);
    await expect(takeOffList(id, ana!, { reason })).toBeRefused(removalRefusals.oftenRemoved);
    expect((await takeOffList(id, ana!)).status).toBe(200);
  });

  it('leaves the seat that was offered to the student meanwhile', async () => {
    const [ana] = await people('Ana');
    const { id, seated } = await fullClass(ana!);
    await scene.leave(seated, id);
    await community.runDue(offerSeats);
    const { waiting } = await answerOf(takeOffList(id, ana!), removeFromWaitingList);
    expect(waiting).toMatchObject([{ name: 'Ana', offeredUntil: expect.any(String) }]);
    expect(await noticeKindsOf(scene.community, ana!, 'classes.%')).toEqual(['classes.seat-offered']);
  });

  it('withdraws the notice of a seat that is open in the last hour', async () => {
    const [ana, leo] = await people('Ana', 'Leo');
    const { id, seated } = await fullClass(ana!, leo!);
    await community.db
      .updateTable('classes')
      .set({ startsAt: minutesFromNow(30) })
      .where('id', '=', id)
      .execute();
    await scene.leave(seated, id);
    await community.runDue(offerSeats);
    expect(await noticeKindsOf(scene.community, ana!, 'classes.%')).toEqual(['classes.seat-open']);
    expect((await takeOffList(id, ana!)).status).toBe(200);
    expect(await noticeKindsOf(scene.community, ana!, 'classes.%')).toEqual(['classes.wait-taken-away']);
    expect(await noticeKindsOf(scene.community, leo!, 'classes.%')).toEqual(['classes.seat-open']);
  });

  it('refuses another teacher, and from the start on or once it was cancelled every organiser', async () => {
    const [ana] = await people('Ana');
    const other = await community.person({ role: 'teacher', verified: true });
    const { id } = await fullClass(ana!);
    await expect(takeOffList(id, ana!, { by: other })).toBeRefused(commonRefusals.notAllowed);
    const set = (facts: object) =>
      community.db.updateTable('classes').set(facts).where('id', '=', id).execute();
    await set({ startsAt: now });
    await expect(takeOffList(id, ana!)).toBeRefused(enrolRefusals.alreadyStarted);
    await set({ startsAt: minutesFromNow(60), status: 'cancelled', cancelledAt: now });
    await expect(takeOffList(id, ana!)).toBeRefused(enrolRefusals.cancelled);
    expect(namesOf((await scene.readRoster(id)).waiting)).toEqual(['Ana']);
  });

  it('answers 404 for a person who does not exist', async () => {
    const { id } = await fullClass();
    await expect(takeOffList(id, { ...teacher, id: crypto.randomUUID() })).toBeRefused(
      commonRefusals.notFound,
    );
  });
});

describe('removeStudent', () => {
  it('takes an offer back, of which the student is told as of their place in the list, and offers the seat to the next', async () => {
    const [ana, leo] = await people('Ana', 'Leo');
    const { id, seated } = await fullClass(ana!, leo!);
    await scene.leave(seated, id);
    await community.runDue(offerSeats);
    expect((await scene.remove(id, ana!, { reason })).status).toBe(200);
    await community.runDue(offerSeats);
    expect(await noticesOf(scene.community, ana!, 'classes.%')).toMatchObject([
      { kind: 'classes.wait-taken-away', detail: { reason } },
    ]);
    expect(await scene.readRoster(id)).toMatchObject({
      items: [],
      waiting: [{ name: 'Leo', offeredUntil: expect.any(String) }],
    });
  });
});

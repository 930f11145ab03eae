import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { classScene, insertClass, insertSeats, minutesFromNow, now } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { listPastClasses } from '../contract.ts';

let community: Community;
let teacher: Person;
beforeAll(async () => {
  ({ community, teacher } = await classScene());
});
afterAll(() => community.close());

async function past(person: Person, query = '') {
  return answerOf(community.request(person, 'GET', `/api/classes/past${query}`), listPastClasses);
}

async function takePart(person: Person, title: string, startsInMinutes: number, facts = {}) {
  const startsAt = minutesFromNow(startsInMinutes);
  const id = await insertClass(community.db, teacher, { title, startsAt, ...facts });
  await insertSeats(community.db, id, person);
  return id;
}

it('listPastClasses answers the ended and cancelled classes of a student, newest first, in pages', async () => {
  const ana = await community.person();
  await takePart(ana, 'still on', -59);
  await takePart(ana, 'to come', 60);
  await takePart(ana, 'just over', -60);
  await takePart(ana, 'cancelled', -200, {
    status: 'cancelled',
    cancelledAt: now,
    cancelReason: 'Se fue la luz.',
  });
  await takePart(ana, 'long ago', -60 * 24 * 30);
  await insertClass(community.db, teacher, { title: 'not hers', startsAt: minutesFromNow(-90) });
  const first = await past(ana, '?limit=2');
  expect(first.items.map(({ title, status }) => [title, status])).toEqual([
    ['just over', 'done'],
    ['cancelled', 'cancelled'],
  ]);
  expect(first.items[1]?.cancelReason).toBe('Se fue la luz.');
  const rest = await past(ana, `?limit=2&cursor=${first.nextCursor}`);
  expect(rest.items.map(({ title }) => title)).toEqual(['long ago']);
  expect(rest.nextCursor).toBeNull();
});

it('listPastClasses includes classes in a language that the student no longer learns, and lets a student who attended rate them', async () => {
  const leo = await community.person({ languages: ['fr'] });
  const id = await takePart(leo, 'alemán', -300, { language: 'de' });
  await takePart(leo, 'ausente', -400);
  const marks = [{ userId: leo.id, attended: true }];
  await community.request(teacher, 'PUT', `/api/classes/${id}/attendance`, { marks });
  await community.request(teacher, 'POST', `/api/classes/${id}/roll-closing`);
  const { items } = await past(leo);
  expect(items.map(({ title, attended, allowed }) => [title, attended, allowed.review])).toEqual([
    ['alemán', true, null],
    ['ausente', null, 'classes/not-attended'],
  ]);
});

it('listPastClasses answers no class to a student who never had a seat', async () => {
  expect(await past(await community.person())).toEqual({ items: [], nextCursor: null });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type ClassScene, classScene, insertClass, minutesFromNow } from '../../testing/class-scene.ts';
import type { Person } from '../../testing/community.ts';
import { readSharedClass, type SharedClass } from './contract.ts';

let scene: ClassScene;
let vera: Person;
beforeAll(async () => {
  scene = await classScene();
  vera = await scene.community.person({ role: 'teacher', verified: true });
});
afterAll(() => scene.community.close());

const ask = (teacher: Person, query = '') =>
  scene.community.request(null, 'GET', `/api/sharing/teachers/${teacher.id}/classes${query}`);

const titles = async (teacher: Person) =>
  ((await (await ask(teacher)).json()).items as SharedClass[]).map(({ title }) => title);

it('a visitor reads the classes for adults that a teacher gives next, without link and who learns there', async () => {
  const { db } = scene.community;
  const insert = (title: string, traits: object = {}, person = vera) =>
    insertClass(db, person, { title, startsAt: minutesFromNow(60), ...traits });
  await insert('Mañana', { startsAt: minutesFromNow(24 * 60), meetLink: 'https://meet.example.org/secret' });
  await insert('Pronto');
  await insert('Ahora', { startsAt: minutesFromNow(-30), durationMinutes: 60 });
  await insert('Ayer', { startsAt: minutesFromNow(-24 * 60) });
  await insert('Terminada', { startsAt: minutesFromNow(-60), durationMinutes: 60 });
  await insert('Cancelada', { status: 'cancelled', cancelledAt: scene.community.now() });
  await insert('Para niñas y niños', { targetAudience: 'kid' });
  await insert('De otra persona', {}, scene.teacher);
  expect(await titles(vera)).toEqual(['Ahora', 'Pronto', 'Mañana']);
  expect(await (await ask(vera)).text()).not.toMatch(/secret|meetLink|enrol/i);
});

it('a teacher who was revoked or banned, and a student, has no list', async () => {
  const revoked = await scene.community.person({ role: 'teacher', verified: true });
  await insertClass(scene.community.db, revoked, { startsAt: minutesFromNow(60) });
  expect((await ask(revoked)).status).toBe(200);
  await scene.community.db
    .updateTable('teacherProfiles')
    .set({ verificationStatus: 'pending' })
    .where('userId', '=', revoked.id)
    .execute();
  expect((await ask(revoked)).status).toBe(404);
  expect((await ask(scene.student)).status).toBe(404);
});

it('the classes of a teacher come twelve a page, each once', async () => {
  const busy = await scene.community.person({ role: 'teacher', verified: true });
  for (let n = 0; n < 15; n++) {
    await insertClass(scene.community.db, busy, { startsAt: minutesFromNow(60 + (n >> 1)) });
  }
  const first = await (await ask(busy)).json();
  expect(first.items).toHaveLength(12);
  const second = await (await ask(busy, `?cursor=${encodeURIComponent(first.nextCursor)}`)).json();
  expect(second).toMatchObject({ nextCursor: null });
  const ids = [...first.items, ...second.items].map(({ id }: SharedClass) => id);
  expect(new Set(ids).size).toBe(15);
});

it('a visitor is offered the free seats of a class beyond those that students wait for, and not told how many wait', async () => {
  const { db } = scene.community;
  const teacher = await scene.community.person({ role: 'teacher', verified: true });
  const traits = { startsAt: minutesFromNow(60), maxStudents: 3, seatsTaken: 1 };
  const classId = await insertClass(db, teacher, traits);
  const read = () =>
    answerOf(scene.community.request(null, 'GET', `/api/sharing/classes/${classId}`), readSharedClass);
  const open: number[] = [];
  for (let waiting = 0; waiting < 3; waiting++) {
    const { openSeats, ...liveClass } = await read();
    open.push(openSeats);
    expect(liveClass).not.toHaveProperty('waitingCount');
    const { id: userId } = await scene.community.person();
    await db.insertInto('classWaiting').values({ classId, userId }).execute();
  }
  expect([...open, (await read()).openSeats]).toEqual([2, 1, 0, 0]);
  const { items } = await (await ask(teacher)).json();
  expect(items).toMatchObject([{ openSeats: 0 }]);
});

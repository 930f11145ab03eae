import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClassScene, classScene, insertAttended } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { classData } from '../own-data.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene();
});
afterAll(() => scene.community.close());

it('erasing what classes hold of a person forgets the reports about their notes, settled ones too, and no others', async () => {
  const { community, teacher, admin, student } = scene;
  const request = async (person: Person, method: string, path: string, body: unknown) =>
    expect((await community.request(person, method, path, body)).status).toBe(200);
  const leaver = await community.person({ role: 'teacher', verified: true });
  const [open, settled] = [
    await insertAttended(community.db, leaver, student),
    await insertAttended(community.db, leaver, student),
  ];
  const ofOther = await insertAttended(community.db, teacher, student);
  const written = { notes: 'Hablamos del futuro.', phrases: [] };
  for (const [writer, id] of [
    [leaver, open],
    [leaver, settled],
    [teacher, ofOther],
  ] as const) {
    await request(writer, 'PUT', `/api/classes/${id}/notes`, { ...written, version: 0 });
    await request(student, 'POST', '/api/reports', { kind: 'notes', subject: id, reason: 'harmful' });
  }
  await community.db
    .updateTable('reports')
    .set({ status: 'dismissed', settledAt: community.now(), settledBy: admin.id })
    .where('subjectId', '=', settled)
    .execute();
  await classData.erase?.(await community.ctxFor(), { userId: leaver.id, provedEmail: null, image: null });
  const left = await community.db.selectFrom('reports').select('subjectId').execute();
  expect(left).toEqual([{ subjectId: ofOther }]);
});

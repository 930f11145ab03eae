import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type ClassScene, classScene, insertClass, insertSeats } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { type ClassMessages, readClassMessages } from '../contract.ts';

let scene: ClassScene;
beforeAll(async () => {
  // Sixty messages are the work of more days than these rows have.
  scene = await classScene({ untrueRows: 'no class got more than five messages within 24 hours' });
});
afterAll(() => scene.community.close());

async function readPage(person: Person, id: string, query = ''): Promise<ClassMessages> {
  return answerOf(
    scene.community.request(person, 'GET', `/api/classes/${id}/messages${query}`),
    readClassMessages,
  );
}
const wordsOf = ({ items }: ClassMessages) => items.map(({ words }) => words);
const numbered = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, n) => `Mensaje ${from - n}`);

/** A class with a student and sixty messages, a minute apart. */
async function classWithMessages(): Promise<string> {
  const { community, teacher, student } = scene;
  const id = await insertClass(community.db, teacher);
  await insertSeats(community.db, id, student);
  await sql`insert into class_messages (class_id, words, written_by, readers, sent_at)
    select ${id}, 'Mensaje ' || n, ${teacher.id}, 1, timestamptz '2026-11-10' + n * interval '1 minute'
    from generate_series(1, 60) n`.execute(community.db);
  return id;
}

describe('readClassMessages', () => {
  it('gives a student and an organiser every message page by page, also where one is sent meanwhile', async () => {
    const { community, teacher, student } = scene;
    const id = await classWithMessages();
    const first = await readPage(student, id, '?limit=10');
    expect(wordsOf(first)).toEqual(numbered(60, 51));
    const sent = await community.request(teacher, 'POST', `/api/classes/${id}/messages`, { words: 'Nuevo' });
    expect(sent.status).toBe(200);
    const rest = await readPage(student, id, `?limit=50&cursor=${first.nextCursor}`);
    expect(wordsOf(rest)).toEqual(numbered(50, 1));
    expect(rest.nextCursor).toBeNull();
    const all = await readPage(teacher, id, '?limit=100');
    expect(wordsOf(all)).toEqual(['Nuevo', ...numbered(60, 1)]);
    expect(all).toMatchObject({ nextCursor: null, readers: 1, allowed: { send: null } });
  });

  it('leaves hidden messages out of the pages of a student, which are as long as others', async () => {
    const { community, admin, teacher, student } = scene;
    const id = await classWithMessages();
    await sql`update class_messages set hidden_at = now(), hidden_reason = 'No va'
      where class_id = ${id} and words in ('Mensaje 59', 'Mensaje 58')`.execute(community.db);
    const first = await readPage(student, id, '?limit=10');
    expect(wordsOf(first)).toEqual(['Mensaje 60', ...numbered(57, 49)]);
    expect(wordsOf(await readPage(student, id, `?limit=3&cursor=${first.nextCursor}`))).toEqual(
      numbered(48, 46),
    );
    for (const organiser of [admin, teacher])
      expect(wordsOf(await readPage(organiser, id, '?limit=4'))).toEqual(numbered(60, 57));
  });
});

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { type ClassScene, classScene, insertClass, insertSeats, now } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { mailDue } from '../../../testing/stand-ins/notice-mail.ts';
import { longestPromptCard } from '../rules.ts';
import { remindOfClass } from './remind-of-class.ts';

/*
 * What these tests guarantee: the prompt card of a club is read by those in it and goes along with its series and
 * copies.
 */

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene({ people: 1 });
});
beforeEach(() => scene.community.setNow(now));
afterEach(async () => {
  await scene.community.db.deleteFrom('classes').execute();
  await scene.community.db.deleteFrom('classSeries').execute();
});
afterAll(() => scene.community.close());

const card = 'Viajes que salieron mal\n¿A dónde ibas?';
const send = (method: string, path: string, body?: object, person = scene.teacher) =>
  scene.community.request(person, method, `/api/classes${path}`, body);
const form = {
  kind: 'club',
  title: 'Café',
  description: 'Hablamos.',
  date: '2026-11-24',
  time: '19:00',
  promptCard: card,
};
async function cards(): Promise<(string | null)[]> {
  const rows = await scene.community.db
    .selectFrom('classes')
    .select('promptCard')
    .orderBy('startsAt')
    .execute();
  return rows.map(({ promptCard }) => promptCard);
}
async function ids(): Promise<string[]> {
  const rows = await scene.community.db.selectFrom('classes').select('id').orderBy('startsAt').execute();
  return rows.map(({ id }) => id);
}
const change = async (id: string, body: object, path = '') => {
  const { version } = await scene.community.db
    .selectFrom('classes')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect((await send('PATCH', `/${id}${path}`, { version, ...body })).status).toBe(200);
};

describe('the prompt card of a club', () => {
  it('is read by the enrolled, the host and administrators, and by no other student', async () => {
    const { student, teacher, admin, people } = scene;
    const made = await (await send('POST', '', form)).json();
    expect(made.promptCard).toBe(card);
    await insertSeats(scene.community.db, made.id, student);
    const readBy = async (person: Person) =>
      (await (await send('GET', `/${made.id}`, undefined, person)).json()).promptCard;
    expect(await readBy(student)).toBe(card);
    expect(await readBy(teacher)).toBe(card);
    expect(await readBy(admin)).toBe(card);
    expect(await readBy(people[0]!)).toBeNull();
    const list = await (await send('GET', '', undefined, people[0]!)).json();
    expect(list.items).toMatchObject([{ id: made.id, promptCard: null }]);
    // Once it is a class, it has none to show.
    await change(made.id, { kind: 'class' });
    expect(await readBy(student)).toBeNull();
  });

  it('is plain text of a limited length, and may be left out', async () => {
    expect((await send('POST', '', { ...form, promptCard: 'a'.repeat(longestPromptCard) })).status).toBe(200);
    for (const wrong of ['a'.repeat(longestPromptCard + 1), '', ' ', 'al revés \u202e']) {
      await expect(send('POST', '', { ...form, promptCard: wrong })).toBeRefused(commonRefusals.badInput);
    }
    const { promptCard: _, ...without } = form;
    expect((await (await send('POST', '', without)).json()).promptCard).toBeNull();
  });

  it('can be changed until the end, as the link can', async () => {
    const id = await insertClass(scene.community.db, scene.teacher, {
      kind: 'club',
      startsAt: new Date(now.getTime() - 60_000),
    });
    await change(id, { promptCard: 'Otro tema' });
    expect(await cards()).toEqual(['Otro tema']);
  });

  it('of a series is that of each of its clubs, but for one that was given its own', async () => {
    expect(
      (await send('POST', '', { ...form, repeats: { weekdays: [2], until: '2026-12-08' } })).status,
    ).toBe(200);
    expect(await cards()).toEqual([card, card, card]);
    const [, second, third] = (await ids()) as [string, string, string];
    await change(second, { promptCard: 'Solo hoy' });
    expect(await cards()).toEqual([card, 'Solo hoy', card]);
    await change(third, { promptCard: 'Desde ahora', time: '20:00', scope: 'all' }, '/series');
    expect(await cards()).toEqual(['Desde ahora', 'Solo hoy', 'Desde ahora']);
    // Its own card keeps it in the series: it moved with the others.
    const { rows } =
      await sql`select distinct to_char(starts_at at time zone zone, 'HH24:MI') as hour from classes`.execute(
        scene.community.db,
      );
    expect(rows).toEqual([{ hour: '20:00' }]);
    await change(second, { promptCard: 'De todas', scope: 'all' }, '/series');
    expect(await cards()).toEqual(['De todas', 'De todas', 'De todas']);
  });

  it('goes along with a week that is copied', async () => {
    const { id } = await (await send('POST', '', form)).json();
    const weeks = { from: '2026-11-23', to: '2026-11-30' };
    expect((await send('POST', '/week-copies', { ...weeks, classIds: [id] })).status).toBe(200);
    expect(await cards()).toEqual([card, card]);
  });

  it('gives its topic to the letter of the day before', async () => {
    const { community, student } = scene;
    await sql`update users set email_verified = true where id = ${student.id}`.execute(community.db);
    const longAgo = new Date(now.getTime() - 7 * 86_400_000);
    const id = await insertClass(community.db, scene.teacher, {
      kind: 'club',
      promptCard: card,
      createdAt: longAgo,
      startsAt: new Date(now.getTime() + 30 * 3_600_000),
    });
    await community.db
      .insertInto('classEnrollments')
      .values({ classId: id, userId: student.id, enrolledAt: longAgo })
      .execute();
    community.setNow(new Date(now.getTime() + 6 * 3_600_000));
    await community.runDue(remindOfClass);
    const [letter] = (await mailDue(community)).filter(({ to }) => to === student.email);
    expect(letter?.text).toContain('Para ir pensando: Viajes que salieron mal\n');
    expect(letter?.text).not.toContain('¿A dónde ibas?');
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { insertAttended, insertClass, insertSeats } from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { fillForPerson, marks } from '../../../testing/rows/fill-for-person.ts';
import { noticeKindsOf, noticesOf } from '../../../testing/rows/notices-of.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity({
    untrueRows: 'every table has a row that names the person, whatever it is about',
  });
  admin = await community.person({ role: 'admin', name: 'Adela' });
});
afterAll(() => community.close());

const reason = 'Es un insulto';
const hide = (who: Person, { id }: Person, why = reason) =>
  community.request(who, 'PUT', `/api/people/${id}/hidden-name`, { reason: why });
const show = (who: Person, { id }: Person) =>
  community.request(who, 'DELETE', `/api/people/${id}/hidden-name`);
const rename = (who: Person, name: string) => community.request(who, 'PATCH', '/api/profiles/me', { name });
const read = async (who: Person | null, path: string) => (await community.request(who, 'GET', path)).json();
const listed = async (query: string) =>
  ((await read(admin, `/api/people?${query}`)).items as { id: string; nameState: string }[]).map(
    ({ id, nameState }) => `${id} ${nameState}`,
  );

/** The part of the name that is shown everywhere, also where names are shortened. */
const first = marks.name.split(' ')[0] ?? '';

/** Answers with the name that stay as they were, and why. */
const keepsTheName: Record<string, string> = {
  '/api/notifications': 'a notice keeps what was said when it was sent',
  '/api/certificates/{code}': 'an organiser vouched for the name on a certificate',
};

it('hideName puts an alias in place of the name in every answer that others get', async () => {
  const ana = await community.person({ role: 'teacher', verified: true, name: marks.name });
  const other = await community.person({ role: 'teacher', verified: true, name: 'Otilia Ajena' });
  await fillForPerson(community, ana, other);
  // What they wrote may be read, and their row of the cup has their name.
  await sql`update class_reviews set may_quote = true, quoted_at = now() where words is not null`.execute(
    community.db,
  );
  await sql`delete from cup_aliases`.execute(community.db);
  await sql`delete from cup_hidden_names`.execute(community.db);
  await insertClass(community.db, ana, { startsAt: new Date(Date.now() + 7_200_000) });
  const student = await community.person({ name: 'Lector Atento', tier: 'vip' });
  // She is new to a teacher whose class she has not been in.
  const third = await community.person({ role: 'teacher', verified: true, name: 'Tercera Persona' });
  const startsAt = new Date(Date.now() + 48 * 3_600_000);
  await insertSeats(community.db, await insertClass(community.db, third, { startsAt }), ana);
  const gets = await everyGet([ana, other]);
  const named = async () => {
    const found = new Set<string>();
    for (const reader of [null, student, other, third]) {
      for (const { pattern, address } of gets) {
        const answer = await community.request(reader, 'GET', address);
        if ((await answer.text()).includes(first)) found.add(pattern);
      }
    }
    return [...found].sort();
  };
  expect(await named()).toEqual([
    '/api/announcements',
    '/api/classes',
    '/api/classes/managed/{id}',
    '/api/classes/new-students',
    '/api/classes/offers',
    '/api/classes/own-reviews',
    '/api/classes/past',
    '/api/classes/possible-teachers',
    '/api/classes/{id}',
    '/api/classes/{id}/candidates',
    '/api/classes/{id}/messages',
    '/api/classes/{id}/reviews',
    '/api/classes/{id}/roster',
    '/api/cup',
    '/api/cup/seasons/{season}/winners',
    '/api/landing',
    '/api/payments/earnings/seats',
    '/api/sharing/classes/{id}',
    '/api/sharing/teachers/{id}/classes',
    '/api/teachers/{id}',
    '/api/teachers/{id}/reviews',
  ]);
  expect((await hide(admin, ana)).status).toBe(200);
  expect(await named()).toEqual([]);
});

/** The address of each GET operation with each id that it may be about, without what streams. */
async function everyGet(people: readonly Person[]) {
  const { paths } = await read(null, '/api/openapi.json');
  const { rows } = await sql<{ id: string }>`
    select id::text from classes union all select id::text from cup_boards
    union all select encode(substring(sha256(uuid_send(class_id) || uuid_send(user_id)) for 16), 'hex') from class_reviews`.execute(
    community.db,
  );
  const ids = ['2026-10', ...people.map(({ id }) => id), ...rows.map(({ id }) => id)];
  const query = `?search=${first}&currency=USD`;
  return Object.entries(paths as Record<string, { get?: unknown }>)
    .filter(([pattern, { get }]) => get && !pattern.startsWith('/api/events') && !keepsTheName[pattern])
    .flatMap(([pattern]) =>
      (pattern.includes('{') ? ids : ['']).map((id) => ({
        pattern,
        address: `${pattern.replaceAll(/\{\w+\}/g, id)}${query}`,
      })),
    );
}

it('hideName tells the person why, shows a drawing in place of the picture, and is undone by an administrator alone', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true, name: 'Insulto Feo' });
  await sql`update users set image = '/media/people/foto.webp' where id = ${teacher.id}`.execute(
    community.db,
  );
  const card = () => read(null, `/api/teachers/${teacher.id}`);
  expect(await card()).toMatchObject({ name: 'Insulto Feo', image: '/media/people/foto.webp' });
  await hide(admin, teacher);
  const hidden = await card();
  expect(hidden.name).toMatch(/^\p{Lu}\p{Ll}+ \d{2,3}$/u);
  expect(hidden.image).toMatch(/^\/media\/portraits\/\w+\.svg$/);
  expect(await read(teacher, '/api/profiles/me')).toMatchObject({
    name: 'Insulto Feo',
    hiddenName: { alias: hidden.name, reason, waits: false },
  });
  expect(await noticesOf(community, teacher, 'people.name-%')).toEqual([
    { kind: 'people.name-hidden', detail: { reason }, link: '/profile' },
  ]);
  await expect(show(teacher, teacher)).toBeRefused(commonRefusals.notAllowed);

  expect((await show(admin, teacher)).status).toBe(200);
  expect((await show(admin, teacher)).status).toBe(200);
  expect(await card()).toMatchObject({ name: 'Insulto Feo', image: '/media/people/foto.webp' });
  expect(await noticeKindsOf(community, teacher, 'people.name-%')).toEqual([
    'people.name-hidden',
    'people.name-shown',
  ]);
  const { rows } = await sql<{ act: string; reason: string | null }>`
    select act, reason from audit_log where person_id = ${teacher.id} order by id`.execute(community.db);
  expect(rows).toEqual([
    { act: 'people.hide-name', reason },
    { act: 'people.show-name', reason: null },
  ]);
});

it('another name waits for an administrator, who shows it or asks for another one', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true, name: 'Insulto Feo' });
  const shown = async () => (await read(null, `/api/teachers/${teacher.id}`)).name;
  const waiting = async () => (await read(admin, '/api/admin/waiting')).names as number;
  await rename(teacher, 'Insulto Peor');
  expect((await listed('names=hidden')).join()).not.toContain(teacher.id);
  await hide(admin, teacher);
  const alias = await shown();
  // The same name again is no other one.
  await rename(teacher, 'Insulto Peor');
  expect(await listed('names=hidden')).toContain(`${teacher.id} hidden`);
  expect(await listed('names=chosen')).toEqual([]);
  expect(await waiting()).toBe(0);

  await rename(teacher, 'Insulto Mayor');
  expect(await shown()).toBe(alias);
  expect(await listed('names=chosen')).toEqual([`${teacher.id} chosen`]);
  expect(await waiting()).toBe(1);
  await hide(admin, teacher, 'Este tampoco');
  expect(await waiting()).toBe(0);
  expect((await noticesOf(community, teacher, 'people.name-%')).at(-1)).toEqual({
    kind: 'people.name-hidden',
    detail: { reason: 'Este tampoco' },
    link: '/profile',
  });

  await community.request(teacher, 'PUT', '/api/profiles/me/portrait', { portrait: 'fox' });
  expect(await waiting()).toBe(1);
  await rename(teacher, 'Tomás Rey');
  expect(await shown()).toBe(alias);
  await show(admin, teacher);
  expect(await shown()).toBe('Tomás Rey');
  expect(await waiting()).toBe(0);
});

it('a person whose account is marked as a kid’s loses the picture, and chose no other name by that', async () => {
  const person = await community.person({ name: 'Insulto Feo' });
  await sql`update users set image = '/media/people/foto.webp' where id = ${person.id}`.execute(community.db);
  await hide(admin, person);
  const marked = await community.request(admin, 'PUT', `/api/people/${person.id}/age-group`, {
    ageGroup: 'kid',
  });
  expect(marked.status).toBe(200);
  expect(await read(admin, `/api/people/${person.id}`)).toMatchObject({ image: null, nameState: 'hidden' });
  expect((await read(person, '/api/profiles/me')).hiddenName).toMatchObject({ waits: false });
});

it('a teacher finds a person with a hidden name by the alias alone', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const classId = await insertAttended(community.db, teacher, await community.person());
  await sql`update classes set roll_closed_at = null where id = ${classId}`.execute(community.db);
  const student = await community.person({ name: 'Zutano Insulto' });
  const found = async (search: string) =>
    (await read(teacher, `/api/classes/${classId}/candidates?search=${encodeURIComponent(search)}`))
      .items as {
      userId: string;
      name: string;
    }[];
  expect(await found('zutano')).toMatchObject([{ userId: student.id, name: 'Zutano Insulto' }]);
  await hide(admin, student);
  expect(await found('zutano')).toEqual([]);
  const { nameAlias } = await community.db
    .selectFrom('users')
    .select('nameAlias')
    .where('id', '=', student.id)
    .executeTakeFirstOrThrow();
  expect(await found(nameAlias ?? '')).toMatchObject([{ userId: student.id, name: nameAlias }]);
});

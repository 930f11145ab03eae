import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '#shared/time/durations.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { insertClass, insertSeats } from '../../testing/class-scene.ts';
import { type Community, newCommunity, type Person, type PersonTraits } from '../../testing/community.ts';
import { listPeople, type PersonRow, peopleOrders, readPerson } from './contract.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin', name: 'Adela Administra' });
});
afterAll(() => community.close());

type Page = { items: PersonRow[]; nextCursor: string | null; total: number | null };

async function list(query: Record<string, string> = {}): Promise<Page> {
  return answerOf(community.request(admin, 'GET', `/api/people?${new URLSearchParams(query)}`), listPeople);
}
const names = async (query: Record<string, string>) => (await list(query)).items.map(({ name }) => name);

async function join(traits: PersonTraits & { email?: string; joinedAt?: string } = {}): Promise<Person> {
  const { email, joinedAt, ...rest } = traits;
  const person = await community.person(rest);
  await community.db
    .updateTable('users')
    .set({
      updatedAt: new Date(),
      ...(email && { email }),
      ...(joinedAt && { createdAt: new Date(joinedAt) }),
    })
    .where('id', '=', person.id)
    .execute();
  return { ...person, email: email ?? person.email };
}

describe('a search for people', () => {
  beforeAll(async () => {
    await join({ name: 'José Ñuñez Ávila', email: 'jose.nunez@correo.example' });
    await join({ name: 'Łukasz Ørsted', email: 'lukas@otro.example' });
    await join({ name: '김서연', email: 'seoyeon@otro.example' });
    await join({ name: '50 % de descuento_', email: 'promo@otro.example' });
  });

  it.each([
    ['a name by a piece of it', 'uñe', 'José Ñuñez Ávila'],
    ['a name typed without its accents', 'nunez avila', 'José Ñuñez Ávila'],
    ['a name typed with accents it does not have', 'JÓSÉ', 'José Ñuñez Ávila'],
    ['a name typed with combining accents', 'Jose\u0301 N\u0303un', 'José Ñuñez Ávila'],
    ['pieces of name and address in any order', 'correo jos', 'José Ñuñez Ávila'],
    ['letters such as Ł and Ø without their strokes', 'lukasz orsted', 'Łukasz Ørsted'],
    ['a name in another script', '서연', '김서연'],
    ['a percent sign as itself', '% de', '50 % de descuento_'],
    ['an underscore as itself', '_', '50 % de descuento_'],
  ])('finds %s', async (_what, search, name) => {
    expect(await names({ search })).toEqual([name]);
  });

  it('finds no person who lacks one of the pieces', async () => {
    expect(await list({ search: 'jose perez' })).toEqual({ items: [], nextCursor: null, total: 0 });
  });
});

describe('a row of the list of people', () => {
  it('says what the specification lists: membership or single payment, classes attended, member since', async () => {
    const teacher = await community.person({ role: 'teacher', verified: true });
    const person = await join({
      name: 'Ana de la Fila',
      tier: 'premium',
      coins: 75,
      joinedAt: '2026-03-04T05:06:07.008Z',
    });
    const single = await join({ name: 'Suelta de la Fila' });
    const past = await join({ name: 'Vencida de la Fila', tier: 'vip' });
    await community.db
      .updateTable('userMemberships')
      .set({ startedAt: new Date('2020-01-01'), endsAt: new Date('2020-02-01') })
      .where('userId', '=', past.id)
      .execute();
    await community.db
      .insertInto('payments')
      .values({
        userId: single.id,
        kind: 'single',
        amountCents: 300,
        platformShareCents: 300,
        method: 'cash',
        provider: 'manual',
        recordedBy: admin.id,
        status: 'completed',
        completedAt: new Date(),
      })
      .execute();
    for (const attended of [true, true, false, null]) {
      const { id: classId } = await community.db
        .insertInto('classes')
        .values({ title: 'Una clase', description: 'x', createdBy: teacher.id, startsAt: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow();
      await community.db
        .insertInto('classEnrollments')
        .values({ classId, userId: person.id, attended, markedAt: attended === null ? null : new Date() })
        .execute();
    }
    const { items } = await list({ search: 'fila' });
    const byName = new Map(items.map((item) => [item.name.split(' ')[0], item]));
    expect(byName.get('Ana')).toEqual({
      id: person.id,
      name: 'Ana de la Fila',
      email: person.email,
      image: null,
      role: 'student',
      ageGroup: 'adult',
      holds: 'membership',
      tier: 'premium',
      tierUntil: null,
      tierRenews: false,
      classesAttended: 2,
      coins: 75,
      memberSince: '2026-03-04T05:06:07.008Z',
      isBanned: false,
      nameState: 'shown',
      allowed: { changeRole: null },
    });
    expect(byName.get('Suelta')).toMatchObject({ holds: 'single', tier: 'free' });
    expect(byName.get('Vencida')).toMatchObject({ holds: 'none', tier: 'free' });
  });
});

describe('listPeople', () => {
  beforeAll(async () => {
    await join({ name: 'Filtro Estudia' });
    await join({ name: 'Filtro Enseña', role: 'teacher', tier: 'vip' });
    await join({ name: 'Filtro Manda', role: 'admin' });
    await join({ name: 'Filtro Peque', ageGroup: 'kid', tier: 'basic' });
    const asked = await join({ name: 'Filtro Espera', ageGroup: 'kid', tier: 'basic' });
    const consent = { userId: asked.id, address: 'mama.filtro@example.org', askedAt: new Date() };
    await community.db.insertInto('guardianConsents').values(consent).execute();
    const banned = await join({ name: 'Filtro Fuera' });
    await community.db
      .updateTable('users')
      .set({ bannedAt: new Date() })
      .where('id', '=', banned.id)
      .execute();
  });

  it.each([
    [{ role: 'student' }, ['Filtro Espera', 'Filtro Estudia', 'Filtro Fuera', 'Filtro Peque']],
    [{ role: 'teacher' }, ['Filtro Enseña']],
    [{ role: 'admin' }, ['Filtro Manda']],
    [{ tier: 'free' }, ['Filtro Estudia', 'Filtro Fuera', 'Filtro Manda']],
    [{ tier: 'vip' }, ['Filtro Enseña']],
    [{ ageGroup: 'kid' }, ['Filtro Espera', 'Filtro Peque']],
    [{ ageGroup: 'kid-without-consent' }, ['Filtro Espera']],
    [{ search: 'Mama.Filtro@example.org' }, ['Filtro Espera']],
    [{ banned: 'only' }, ['Filtro Fuera']],
    [{ ageGroup: 'adult', role: 'student', banned: 'without' }, ['Filtro Estudia']],
  ])('answers who matches %j', async (filters, expected) => {
    const page = await list({ search: 'filtro', ...filters });
    expect(page.items.map(({ name }) => name).sort()).toEqual(expected);
    expect(page.total).toBe(expected.length);
  });

  it.each([
    { role: 'owner' },
    { tier: 'gold' },
    { limit: '101' },
    { cursor: 'x' },
    { cursor: btoa('["a","b"]') },
  ] as Record<string, string>[])('refuses %j', async (query) => {
    const answer = await community.request(admin, 'GET', `/api/people?${new URLSearchParams(query)}`);
    expect(answer.status).toBe(400);
  });
});

it('the pages of people hold each person once, also those who joined in one instant', async () => {
  const made: string[] = [];
  for (let n = 0; n < 9; n++) {
    // Three to each microsecond, all of one millisecond.
    const { id } = await join({ name: `Hoja ${n}` });
    made.push(id);
  }
  await community.db
    .updateTable('users')
    .set({ createdAt: sql`'2026-05-05T05:05:05.123100Z'` })
    .where('id', 'in', made.slice(0, 3))
    .execute();
  await community.db
    .updateTable('users')
    .set({ createdAt: sql`'2026-05-05T05:05:05.123900Z'` })
    .where('id', 'in', made.slice(3))
    .execute();
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await list({ search: 'hoja', limit: '2', ...(cursor && { cursor }) });
    expect(page.total).toBe(cursor ? null : 9);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toHaveLength(9);
  expect(seen.slice().sort()).toEqual(made.slice().sort());
  expect(seen.slice(6).sort()).toEqual(made.slice(0, 3).sort());
});

it.each([
  ['name', ['Orden Ána', 'Orden Beto', 'Orden Zoé']],
  ['attendance', ['Orden Zoé', 'Orden Ána', 'Orden Beto']],
  ['coins', ['Orden Beto', 'Orden Zoé', 'Orden Ána']],
  ['newest', ['Orden Ána', 'Orden Zoé', 'Orden Beto']],
])('listPeople sorts by %s across pages', async (sort, expected) => {
  if ((await list({ search: 'orden' })).total === 0) {
    await join({ name: 'Orden Beto', coins: 900 });
    const zoe = await join({ name: 'Orden Zoé', coins: 500 });
    const ana = await join({ name: 'Orden Ána', coins: 100 });
    const teacher = await community.person({ role: 'teacher', verified: true });
    for (const people of [[zoe, ana], [zoe]]) {
      await insertSeats(community.db, await insertClass(community.db, teacher), ...people);
    }
    await community.db
      .updateTable('classEnrollments')
      .set({ attended: true, markedAt: new Date() })
      .where('userId', 'in', [zoe.id, ana.id])
      .execute();
  }
  const first = await list({ search: 'orden', sort, limit: '2' });
  const second = await list({ search: 'orden', sort, limit: '2', cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(expected);
});

describe('people whose plan ends soon', () => {
  const inDays = (days: number) => new Date(Date.now() + days * dayMs);
  const pays = async (name: string, days: number | null, also: object = {}) => {
    const { id } = await join({ name: `Vence ${name}`, tier: 'basic' });
    const endsAt = days === null ? null : inDays(days);
    const row = { startedAt: new Date('2020-01-01'), endsAt, ...also };
    await community.db.updateTable('userMemberships').set(row).where('userId', '=', id).execute();
  };
  beforeAll(async () => {
    await pays('en veinte', 20);
    await pays('en cinco', 5);
    await pays('nunca', null);
    await pays('y se renueva', 3, { subscriptionRef: 'sub-renews', provider: 'test' });
    await pays('cancelada', 6, { subscriptionRef: 'sub-ends', provider: 'test', cancelledAt: new Date() });
    await pays('ayer', -1);
    await join({ name: 'Vence sin plan' });
  });

  it('are found where they have to pay again themselves, within a week or a month', async () => {
    const found = (ends: string) => names({ search: 'vence', ends, sort: 'planEnd' });
    expect(await found('week')).toEqual(['Vence en cinco', 'Vence cancelada']);
    expect(await found('month')).toEqual(['Vence en cinco', 'Vence cancelada', 'Vence en veinte']);
  });

  it('come first across pages in the order of the ends of plans, and each row says until when', async () => {
    const asked = { search: 'vence', sort: 'planEnd', limit: '4' };
    const first = await list(asked);
    const second = await list({ ...asked, cursor: first.nextCursor ?? '' });
    expect(first.items.map(({ name, tierRenews }) => [name, tierRenews])).toEqual([
      ['Vence y se renueva', true],
      ['Vence en cinco', false],
      ['Vence cancelada', false],
      ['Vence en veinte', false],
    ]);
    expect(first.items[1]?.tierUntil?.slice(0, 10)).toBe(inDays(5).toISOString().slice(0, 10));
    expect(second.items.map(({ name, tierUntil }) => [name, tierUntil])).toEqual([
      ['Vence nunca', null],
      ['Vence ayer', null],
      ['Vence sin plan', null],
    ]);
  });
});

it('a HEAD request for the list of people answers as a GET, and the audit log says of no export', async () => {
  const exports = () =>
    community.db.selectFrom('auditLog').select('id').where('act', '=', 'people.export-people').execute();
  const before = await exports();
  const answer = await community.request(admin, 'HEAD', '/api/people/list.csv');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="personas.csv"');
  expect((await community.request(null, 'HEAD', '/api/people/list.csv')).status).toBe(401);
  expect(await exports()).toEqual(before);
});

it('exportPeople writes the matching people as CSV, escapes formulas, and is in the audit log', async () => {
  await join({ name: '=SUMA(1)', email: 'planilla@otro.example', tier: 'vip', coins: 70 });
  const answer = await community.request(admin, 'GET', '/api/people/list.csv?search=planilla');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const rows = parse(await answer.text(), { bom: true }) as string[][];
  expect(rows).toHaveLength(2);
  expect(rows[1]?.slice(0, 7)).toEqual([
    "'=SUMA(1)",
    'planilla@otro.example',
    'Estudiante',
    'Persona adulta',
    'VIP',
    '0',
    '70',
  ]);
  const lines = await community.db
    .selectFrom('auditLog')
    .select('actorId')
    .where('act', '=', 'people.export-people')
    .execute();
  expect(lines).toEqual([{ actorId: admin.id }]);
});

it.each(peopleOrders)('exportPeople writes the people in the order of the list (%s)', async (sort) => {
  const address = `@${sort.toLowerCase()}.export.example`;
  const people: Person[] = [];
  for (const [name, coins] of Object.entries({ Zoe: 5, Ana: 90, Leo: 40, Max: 90 }))
    people.push(await join({ name, email: `${name.toLowerCase()}${address}`, coins }));
  const [, ana, leo] = people;
  await community.db
    .insertInto('userMemberships')
    .values(
      [ana, leo].map((person, at) => ({
        userId: person!.id,
        tier: 'basic' as const,
        endsAt: new Date(Date.now() + (3 - at) * 86_400_000),
      })),
    )
    .execute();
  const classId = await insertClass(community.db, admin);
  await community.db
    .insertInto('classEnrollments')
    .values({ classId, userId: people[0]!.id, attended: true, markedAt: new Date() })
    .execute();
  const query = `search=export.example+${sort.toLowerCase()}&sort=${sort}`;
  const { items } = await answerOf(community.request(admin, 'GET', `/api/people?${query}`), listPeople);
  const sheet = await community.request(admin, 'GET', `/api/people/list.csv?${query}`);
  const [, ...rows] = parse(await sheet.text(), { bom: true }) as string[][];
  expect(rows).toHaveLength(4);
  expect(rows.map(([, email]) => email)).toEqual(items.map(({ email }) => email));
});

it('readPerson answers a person’s facts and the acts about them', async () => {
  const person = await join({ name: 'Detalle', coins: 80, languages: ['fr'], tier: 'basic' });
  await community.request(admin, 'POST', `/api/people/${person.id}/coins`, { amount: 5, reason: 'Gracias' });
  await community.db
    .insertInto('oauthConnections')
    .values({ userId: person.id, platform: 'youtube', platformUsername: '@canal' })
    .execute();
  const detail = await answerOf(community.request(admin, 'GET', `/api/people/${person.id}`), readPerson);
  expect(detail).toMatchObject({
    name: 'Detalle',
    coins: 85,
    tier: 'basic',
    tierUntil: null,
    languages: ['fr'],
    handles: { youtube: '@canal' },
    openSessions: 1,
    teaches: null,
    banReason: null,
    payments: [],
    allowed: { changeRole: null, moveCoins: null, ban: null },
  });
  expect(detail.acts).toMatchObject([
    { act: 'people.credit-coins', reason: 'Gracias', actorName: admin.name },
  ]);
});

it('readPerson tells an administrator which acts they may not do to themselves', async () => {
  const { allowed } = await answerOf(community.request(admin, 'GET', `/api/people/${admin.id}`), readPerson);
  expect(allowed).toMatchObject({ moveCoins: 'people/own-wallet', ban: 'people/own-ban' });
});

it('listPeople says that the role of an administrator cannot be changed while there is no other one', async () => {
  const small = await newCommunity();
  const only = await small.person({ role: 'admin', name: 'Adela' });
  await small.person({ name: 'Berta' });
  const allowed = async () => {
    const { items } = await answerOf(small.request(only, 'GET', '/api/people?sort=name'), listPeople);
    return items.map((row) => [row.name, row.allowed.changeRole]);
  };
  const lastAdmin = ['Adela', 'people/last-admin'];
  expect(await allowed()).toEqual([lastAdmin, ['Berta', null]]);
  await small.person({ role: 'admin', name: 'Celia' });
  expect(await allowed()).toEqual(['Adela', 'Berta', 'Celia'].map((name) => [name, null]));
  await small.close();
});

it('listPeople refuses a visitor in the specification’s words', async () => {
  const answer = await community.request(null, 'GET', '/api/people');
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'people/no-session', message: 'No hay sesión activa' });
});

it('the session that a browser reads holds no search text and no ban reason', async () => {
  const answer = await community.request(admin, 'GET', '/api/auth/get-session');
  const text = await answer.text();
  expect(text).toContain(admin.email);
  expect(text).not.toMatch(/searchText|search_text|banReason|ban_reason/);
});

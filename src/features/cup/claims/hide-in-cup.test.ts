import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerOf } from '#shared/operation.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { publishBoard } from '../../../testing/rows/publish-board.ts';
import type { listCup } from '../contract.ts';

type Page = AnswerOf<typeof listCup>;

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());
beforeEach(async () => {
  await community.db.deleteFrom('cupPractice').execute();
  await community.db.deleteFrom('cupClaims').execute();
  await community.db.deleteFrom('cupBoards').execute();
});

const publish = async (lines: string[], season?: string) =>
  publishBoard(
    await community.ctxFor(admin),
    ['Full name,Username,Email,Language,Total XP,Streak', ...lines],
    season,
  );

async function board(who: Person | null = null, query = ''): Promise<{ page: Page; text: string }> {
  const answer = await community.request(who, 'GET', `/api/cup${query}`);
  const text = await answer.text();
  expect(answer.status).toBe(200);
  return { page: JSON.parse(text), text };
}

const names = ({ page }: { page: Page }) => page.items.map(({ name }) => name);
const verify = ({ id }: Person) =>
  community.db.updateTable('users').set({ emailVerified: true }).where('id', '=', id).execute();
const own = (who: Person, username: string, status: 'confirmed' | 'pending' | 'rejected' = 'confirmed') =>
  community.db
    .insertInto('cupClaims')
    .values({ userId: who.id, username, status, ...(status !== 'pending' && { decidedAt: new Date() }) })
    .execute();

const alias = /^\p{Lu}\p{L}+ \d{2,3}$/u;

describe('the cup board shows an alias', () => {
  it('for a kid who is found by an e-mail, also an unverified one', async () => {
    const kid = await community.person({ ageGroup: 'kid' });
    await publish([
      `Xochitl Quiroz,xochitlq,${kid.email.toUpperCase()},English,20,4`,
      'Beto Paz,beto,,English,10,2',
    ]);
    const { page, text } = await board();
    expect(page.items[0]?.name).toMatch(alias);
    expect(page.items[0]?.alias).toEqual({ animal: expect.any(String), number: expect.any(Number) });
    expect(page.items[1]).toMatchObject({ name: 'Beto P.', alias: null });
    // Words that are part of no animal's name.
    for (const hidden of ['Xochitl', 'Quiroz', 'xochitlq', kid.email]) expect(text).not.toContain(hidden);
  });

  it('for a kid who is found by a confirmed claim, whatever the case of the user name', async () => {
    const kid = await community.person({ ageGroup: 'kid' });
    await own(kid, 'ANA');
    await publish(['Ana Ruiz,Ana,otra@example.org,English,20,4']);
    expect(names(await board())[0]).toMatch(alias);
  });

  it('for a member who asks for it, on every board at the next read, until the member asks for the name again', async () => {
    const person = await community.person();
    await verify(person);
    await publish([`Ana Ruiz,ana,${person.email},English,20,4`]);
    expect(names(await board())).toEqual(['Ana R.']);
    const hide = (hidden: boolean) => community.request(person, 'PUT', '/api/cup/visibility', { hidden });
    expect(await (await hide(true)).json()).toMatchObject({ hidden: true, kid: false });
    const [hiddenName] = names(await board());
    expect(hiddenName).toMatch(alias);
    const neighbour = await community.person();
    await verify(neighbour);
    await community.request(neighbour, 'PUT', '/api/cup/visibility', { hidden: true });
    const rows = [`Ana Ruiz,ana,${person.email},English,90,4`, `Eva Paz,eva,${neighbour.email},English,80,3`];
    await publish(rows, '2026-12');
    expect(names(await board())).toEqual([hiddenName, expect.stringMatching(alias)]);
    await hide(false);
    expect(names(await board())).toEqual(['Ana R.', expect.stringMatching(alias)]);
  });

  it('for a member who asked for it before they proved the address of the row, from then on', async () => {
    const person = await community.person();
    await publish([`Ana Ruiz,ana,${person.email},English,20,4`]);
    await community.request(person, 'PUT', '/api/cup/visibility', { hidden: true });
    expect(names(await board())).toEqual(['Ana R.']);
    await verify(person);
    expect(names(await board())[0]).toMatch(alias);
  });

  it('for a person with a hidden name who proved the address of the row, and for no other of that address', async () => {
    const person = await community.person();
    await publish([`Ana Ruiz,ana,${person.email},English,20,4`]);
    await community.request(admin, 'PUT', `/api/people/${person.id}/hidden-name`, { reason: 'Insulta' });
    expect(names(await board())).toEqual(['Ana R.']);
    await verify(person);
    expect(names(await board())[0]).toMatch(alias);
  });

  it('for a kid whatever the kid asks for', async () => {
    const kid = await community.person({ ageGroup: 'kid' });
    await publish([`Ana Ruiz,ana,${kid.email},English,20,4`]);
    const answer = await community.request(kid, 'PUT', '/api/cup/visibility', { hidden: false });
    expect(await answer.json()).toMatchObject({ hidden: true, kid: true });
    expect(names(await board())[0]).toMatch(alias);
  });

  it('for a person who becomes a kid, with the next read, on the page and in the reader’s own line', async () => {
    const person = await community.person();
    await own(person, 'ana');
    await publish(['Ana Ruiz,ana,,English,20,4']);
    expect(names(await board())).toEqual(['Ana R.']);
    await community.db
      .updateTable('profiles')
      .set({ ageGroup: 'kid' })
      .where('userId', '=', person.id)
      .execute();
    const { page, text } = await board(person);
    for (const line of [...page.items, page.own]) expect(line?.name).toMatch(alias);
    expect(text).not.toContain('Ruiz');
  });
});

it.each([
  ['a kid', { ageGroup: 'kid' }],
  ['a member who asks for an alias', {}],
] as const)(
  'the cup board shows the name of a row by the choice of whose claim is confirmed, not by that of %s who has its address',
  async (_, traits) => {
    const [owner, mailed] = [await community.person(), await community.person(traits)];
    await verify(mailed);
    await community.request(mailed, 'PUT', '/api/cup/visibility', { hidden: true });
    await publish([`Ana Ruiz,ana,${mailed.email},English,20,4`]);
    expect(names(await board())[0]).toMatch(alias);
    await own(owner, 'ana');
    expect(names(await board())).toEqual(['Ana R.']);
  },
);

it('the cup board shows the name of a row whose claim waits, because any member can claim any row', async () => {
  const kid = await community.person({ ageGroup: 'kid' });
  await own(kid, 'ana', 'pending');
  await publish(['Ana Ruiz,ana,otra@example.org,English,20,4']);
  expect(names(await board())).toEqual(['Ana R.']);
});

it('a member who chooses an alias in the cup invalidates open boards at each change of that, and only then', async () => {
  const person = await community.person();
  const countNotices = async () =>
    (
      await community.db
        .selectFrom('events')
        .select('id')
        .where('kind', '=', 'cup.changed')
        .where('audience', 'is', null)
        .execute()
    ).length;
  const before = await countNotices();
  for (const hidden of [true, true, false]) {
    await community.request(person, 'PUT', '/api/cup/visibility', { hidden });
  }
  expect(await countNotices()).toBe(before + 2);
});

it('a member who proves their address invalidates open boards where they have an alias, and only there', async () => {
  const [hidden, other] = [await community.person(), await community.person()];
  await community.request(hidden, 'PUT', '/api/cup/visibility', { hidden: true });
  const countOf = async (kind: string) =>
    (await community.db.selectFrom('events').select('id').where('kind', '=', kind).execute()).length;
  const counts = async () => [await countOf('cup.changed'), await countOf('cup_aliases.stale')];
  const before = await counts();
  await verify(other);
  expect(await counts()).toEqual(before);
  await verify(hidden);
  expect(await counts()).toEqual(before.map((count) => count + 1));
});

it('an alias changes neither the order, the positions nor the figures of the board', async () => {
  const kid = await community.person({ ageGroup: 'kid' });
  const lines = [
    `Ana Ruiz,ana,${kid.email},English,20,9`,
    'Beto Paz,beto,,English,30,2',
    'Caro Mar,caro,,French,10,5',
  ];
  await publish(lines);
  for (const [query, places] of [
    ['', [30, 20, 10]],
    ['?language=en', [30, 20]],
  ] as const) {
    const { page } = await board(null, query);
    expect(page.items.map(({ totalExp }) => totalExp)).toEqual(places);
    expect(page.items.map(({ position }) => position)).toEqual(places.map((_, n) => n + 1));
  }
  const byStreak = await board(null, '?order=streak');
  expect(byStreak.page.items[0]?.name).toMatch(alias);
  expect(byStreak.page.items[0]).toMatchObject({ streakDays: 9, totalExp: 20 });
});

describe('a cup alias', () => {
  it('cannot be computed from a user name without the secret in the database', async () => {
    const number = async (username: string) =>
      (await sql<{ n: number }>`select cup_alias_number(${username}) as n`.execute(community.db)).rows[0]?.n;
    const before = await number('ana');
    expect(await number('ANA')).toBe(before);
    expect(await number('ana2')).not.toBe(before);
    await sql`update cup_alias_key set key = key || 'x'`.execute(community.db);
    expect(await number('ana')).not.toBe(before);
    expect(before).toBeGreaterThanOrEqual(0);
  });
});

describe('the reader’s own cup row', () => {
  const crowd = Array.from({ length: 70 }, (_, n) => `Gente ${n},gente${n},,English,${1000 - n},1`);

  it('comes with the first page at whatever position, and is marked in the list', async () => {
    const person = await community.person();
    await own(person, 'ana');
    await publish([...crowd, 'Ana Ruiz,ana,,French,5,90']);
    const { page } = await board(person);
    expect(page.own).toMatchObject({ position: 71, name: 'Ana R.', totalExp: 5, own: true });
    expect(page.items.some((line) => line.own)).toBe(false);
    const next = await board(person, `?cursor=${page.nextCursor}`);
    expect(next.page.own).toBeNull();
    expect(next.page.items.filter((line) => line.own).map(({ position }) => position)).toEqual([71]);
    expect((await board(person, '?order=streak')).page.own).toMatchObject({ position: 1 });
    expect((await board(person, '?language=fr')).page.own).toMatchObject({ position: 1 });
    expect((await board(person, '?language=en')).page.own).toBeNull();
  });

  it('is found by a verified e-mail only', async () => {
    const person = await community.person();
    await publish([`Ana Ruiz,ana,${person.email},English,5,1`]);
    expect((await board(person)).page).toMatchObject({ own: null, items: [{ own: false }] });
    await verify(person);
    expect((await board(person)).page).toMatchObject({ own: { position: 1 }, items: [{ own: true }] });
    expect((await board(await community.person())).page.own).toBeNull();
    expect((await board()).page).toMatchObject({ own: null, items: [{ own: false }] });
  });

  it('belongs to another person’s confirmed claim rather than to an e-mail', async () => {
    const [person, other] = [await community.person(), await community.person()];
    await verify(person);
    await own(other, 'ana');
    await publish([`Ana Ruiz,ana,${person.email},English,5,1`]);
    expect((await board(person)).page.own).toBeNull();
    expect((await board(other)).page.own).toMatchObject({ position: 1 });
  });

  it('is the one with the best position when there are several', async () => {
    const person = await community.person();
    await own(person, 'ana');
    await publish(['Ana,ana,,English,5,9', 'Ana,ana,,French,50,1']);
    expect((await board(person)).page.own).toMatchObject({ totalExp: 50, position: 1 });
    expect((await board(person, '?order=streak')).page.own).toMatchObject({ totalExp: 5, position: 1 });
  });

  it('shows a kid the alias that every reader sees', async () => {
    const kid = await community.person({ ageGroup: 'kid' });
    await own(kid, 'ana');
    await publish(['Ana Ruiz,ana,,English,5,1']);
    const { page } = await board(kid);
    expect(page.own?.name).toMatch(alias);
    expect(page.own?.name).toBe((await board()).page.items[0]?.name);
  });
});

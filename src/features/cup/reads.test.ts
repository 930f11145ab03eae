import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { draftBoard, publishBoard } from '../../testing/rows/publish-board.ts';
import { boardChanged, listCup, listCupBoards, previewCupClosing } from './contract.ts';

type Page = AnswerOf<typeof listCup>;

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin', name: 'Olga' });
});
afterAll(() => community.close());
beforeEach(() => community.db.deleteFrom('cupBoards').execute());

const header = 'Full name,Username,Email,Language,Total XP,Streak,Classroom,Liga';

const publish = async (lines: string[], season?: string) =>
  publishBoard(await community.ctxFor(admin), [header, ...lines], season);

async function page(query = ''): Promise<Page> {
  return answerOf(community.request(null, 'GET', `/api/cup${query}`), listCup);
}

async function wholeBoard(query: string): Promise<Page['items']> {
  const items: Page['items'] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: Page = await page(`?${query}${cursor && `&cursor=${cursor}`}`);
    items.push(...next.items);
    cursor = next.nextCursor;
  }
  return items;
}

it('the cup is empty before the first board', async () => {
  const empty = {
    season: null,
    updatedAt: null,
    total: 0,
    languages: [],
    own: null,
    missing: null,
    items: [],
    nextCursor: null,
  };
  expect(await page()).toEqual(empty);
  expect(await page('?language=en&order=streak')).toEqual(empty);
});

it('a visitor sees positions, shortened names, languages and figures of the cup, and nothing else', async () => {
  await publish(['Ana María Peña Ruiz,secreta.ana,ana@example.org,English,10,3,Salón azul,Zafiro']);
  const answer = await community.request(null, 'GET', '/api/cup');
  const text = await answer.text();
  for (const hidden of ['María', 'secreta', 'ana@', 'Ruiz', 'azul', 'Zafiro'])
    expect(text).not.toContain(hidden);
  expect(JSON.parse(text)).toMatchObject({
    season: '2026-11',
    total: 1,
    languages: [{ language: 'en', count: 1 }],
    nextCursor: null,
  });
  expect(JSON.parse(text).items).toEqual([
    {
      id: expect.any(String),
      position: 1,
      allowed: { claim: commonRefusals.signInFirst.code, report: commonRefusals.signInFirst.code },
      alias: null,
      own: false,
      held: false,
      name: 'Ana P.',
      language: 'en',
      streakDays: 3,
      completedSections: 0,
      totalSections: 0,
      completionPercentage: 0,
      practiceDays: 0,
      totalExp: 10,
      learningTime: '0h 0m',
      lessons: 0,
      otherActivities: 0,
      practice: 0,
      stories: 0,
      crazyPairs: 0,
    },
  ]);
});

it('the cup is ordered by XP, then streak, then name in Spanish collation; or by streak first', async () => {
  await publish([
    'Zoe,z,,English,100,5',
    'Eva,e,,English,120,5',
    'Ñandú,n,,English,100,5',
    'Nora,o,,English,100,5',
    'Álvaro,a,,English,100,5',
    'Bea,b,,English,100,9',
    'Caro,c,,French,300,1',
    'Dani,d,,French,50,40',
  ]);
  const names = async (query: string) =>
    (await page(query)).items.map(({ position, name }) => `${position} ${name}`);
  expect(await names('')).toEqual([
    '1 Caro',
    '2 Eva',
    '3 Bea',
    '4 Álvaro',
    '5 Nora',
    '6 Ñandú',
    '7 Zoe',
    '8 Dani',
  ]);
  expect(await names('?order=streak')).toEqual([
    '1 Dani',
    '2 Bea',
    '3 Eva',
    '4 Álvaro',
    '5 Nora',
    '6 Ñandú',
    '7 Zoe',
    '8 Caro',
  ]);
  expect(await names('?language=fr')).toEqual(['1 Caro', '2 Dani']);
  expect(await names('?language=fr&order=streak')).toEqual(['1 Dani', '2 Caro']);
});

it('the cup is filtered by a language’s code or name, and by the text of an unknown language', async () => {
  await publish(['Ana,a,,Inglés,1,1', 'Beto,b,,en-US,2,1', 'Caro,c,,Guaraní,3,1', 'Dani,d,,,4,1']);
  for (const language of ['en', 'EN', 'English', 'Inglés']) {
    expect(await page(`?language=${encodeURIComponent(language)}`)).toMatchObject({ total: 2 });
  }
  expect((await page(`?language=${encodeURIComponent('Guaraní')}`)).items).toMatchObject([
    { name: 'Caro', position: 1 },
  ]);
  for (const language of ['ja', 'valueOf', '__proto__']) {
    expect(await page(`?language=${language}`)).toMatchObject({ total: 0, items: [], nextCursor: null });
  }
  expect((await page()).languages).toEqual([
    { language: 'en', count: 2 },
    expect.objectContaining({ count: 1 }),
    expect.objectContaining({ count: 1 }),
  ]);
});

it('pages of fifty hold each cup line once, also with many ties', async () => {
  const lines = Array.from(
    { length: 320 },
    (_, n) => `Persona Igual,u${n},,${n % 2 ? 'en' : 'fr'},${n % 3},${n % 2},,`,
  );
  await publish(lines);
  for (const [query, total] of [
    ['order=xp', 320],
    ['order=streak', 320],
    ['order=xp&language=en', 160],
    ['order=streak&language=fr', 160],
  ] as const) {
    const items = await wholeBoard(query);
    expect(items.map((item) => item.position)).toEqual(
      Array.from({ length: total }, (_, index) => index + 1),
    );
    const figure = query.includes('streak') ? 'streakDays' : 'totalExp';
    const figures = items.map((item) => item[figure]);
    expect(figures).toEqual([...figures].sort((a, b) => b - a));
    expect((await page(`?${query}`)).items).toHaveLength(50);
  }
});

it('a cursor of another board is refused, so that no reader sees a mixture of two boards', async () => {
  const lines = Array.from({ length: 60 }, (_, n) => `Ana,u${n},,en,${n},0,,`);
  await publish(lines);
  const { nextCursor } = await page();
  await publish(lines);
  const answer = await community.request(null, 'GET', `/api/cup?cursor=${nextCursor}`);
  await expect(answer).toBeRefused(boardChanged);
});

const cursorOf = (key: unknown) => btoa(JSON.stringify(key));
const anId = '0198c1a0-0000-7000-8000-000000000000';

it.each([
  ['?order=name'],
  ['?language='],
  [`?language=${'x'.repeat(61)}`],
  ['?cursor=nonsense'],
  [`?cursor=${cursorOf(['a', '2'])}`],
  [`?cursor=${cursorOf([anId, 2])}`],
  [`?cursor=${cursorOf([anId, '1.5'])}`],
  [`?cursor=${cursorOf([anId, String(2 ** 53)])}`],
])('the cup refuses the query %s', async (query) => {
  await publish(['Ana,a,,en,1,1']);
  expect((await community.request(null, 'GET', `/api/cup${query}`)).status).toBe(400);
});

it('the history lists the boards that were live, newest first, with importer and row count', async () => {
  const old = await publish(['Ana,a,,en,1,1', ',sin nombre,,,,,,'], '2026-10');
  const live = await publish(['Ana,a,,en,2,1']);
  await draftBoard(await community.ctxFor(admin), [header, 'Ana,a']);
  const { items, nextCursor } = await answerOf(
    community.request(admin, 'GET', '/api/cup/boards'),
    listCupBoards,
  );
  expect(nextCursor).toBeNull();
  expect(items).toEqual([
    expect.objectContaining({
      id: live,
      season: '2026-11',
      status: 'live',
      rows: 1,
      rejected: 0,
      importedBy: 'Olga',
    }),
    expect.objectContaining({
      id: old,
      season: '2026-10',
      status: 'archived',
      rows: 1,
      rejected: 1,
      publishedBy: 'Olga',
    }),
  ]);
});

it('the pages of a long history hold each board once', async () => {
  const now = new Date('2026-11-20T10:00:00Z');
  community.setNow(now);
  const made: string[] = [];
  for (let n = 0; n < 45; n++) made.push(await publish([`Ana,a,,en,${n},1`]));
  community.setNow(null);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: AnswerOf<typeof listCupBoards> = await answerOf(
      community.request(admin, 'GET', `/api/cup/boards${cursor && `?cursor=${cursor}`}`),
      listCupBoards,
    );
    seen.push(...next.items.map((board) => board.id));
    cursor = next.nextCursor;
  }
  expect(seen).toEqual(made.reverse());
  expect(
    (await community.request(admin, 'GET', `/api/cup/boards?cursor=${cursorOf(['x', 'y'])}`)).status,
  ).toBe(400);
});

it('a member reads how much their line lacks to overtake the one before it, in the order shown', async () => {
  const person = await community.person();
  await community.db.updateTable('users').set({ emailVerified: true }).where('id', '=', person.id).execute();
  await publish([
    'Bea Paz,b,,English,300,2',
    `Ana Ruiz,a,${person.email},English,250,5`,
    'Caro Gil,c,,French,270,9',
  ]);
  const read = async (query: string) => {
    const { own, missing } = await (await community.request(person, 'GET', `/api/cup${query}`)).json();
    return [own?.position, missing];
  };
  // Ana's streak is longer than Bea's but not than Caro's: a tie with Bea is enough.
  expect(await read('')).toEqual([3, 21]);
  expect(await read('?language=en')).toEqual([2, 50]);
  expect(await read('?order=streak')).toEqual([2, 5]);
  expect(await read('?language=en&order=streak')).toEqual([1, null]);
  expect(await read('?language=fr')).toEqual([undefined, null]);
});

it('the ranking and the preview of a closing say when their figures were imported, also after a board was put back', async () => {
  const imported = '2026-10-20T10:00:00.000Z';
  community.setNow(new Date(imported));
  const old = await publish(['Ana Ruiz,a,,English,1,1'], '2026-10');
  community.setNow(new Date('2026-10-25T10:00:00Z'));
  await publish(['Ana Ruiz,a,,English,2,1'], '2026-10');
  community.setNow(new Date('2026-10-26T10:00:00Z'));
  await community.request(admin, 'POST', `/api/cup/boards/${old}/put-back`);
  community.setNow(null);
  expect((await page()).updatedAt).toBe(imported);
  const closing = community.request(admin, 'GET', '/api/cup/seasons/2026-10/closing');
  expect(await answerOf(closing, previewCupClosing)).toMatchObject({ boardId: old, importedAt: imported });
});

it('a month that was not closed is read as it was published last; a month without a board is empty', async () => {
  await publish(['Ana Ruiz,a,,English,1,1'], '2026-09');
  await publish(['Ana Ruiz,a,,English,2,1'], '2026-09');
  await publish(['Ana Ruiz,a,,English,3,1'], '2026-10');
  expect((await page('?season=2026-09')).items.map(({ totalExp }) => totalExp)).toEqual([2]);
  expect((await page('')).items.map(({ totalExp }) => totalExp)).toEqual([3]);
  expect(await page('?season=2020-01')).toMatchObject({ season: null, items: [] });
});

it('the owner of a held row reads that it is held, no other reader does, and neither do they after a release, another setting or the closing', async () => {
  const kept = await newCommunity({ sharedPages: true });
  kept.setNow(new Date('2026-12-02T12:00:00Z'));
  const by = await kept.person({ role: 'admin' });
  const [ana, other] = [await kept.person(), await kept.person()];
  await kept.db.updateTable('users').set({ emailVerified: true }).execute();
  const lines = [`${header},Time Spent Learning`, `Ana Ruiz,a,${ana.email},English,9000,3,,,0h 30m`];
  const boardId = await publishBoard(await kept.ctxFor(by), lines);
  const heldFor = async (who: Person | null) => {
    const { own, items } = await answerOf(kept.request(who, 'GET', '/api/cup'), listCup);
    return [own?.held, items[0]?.held];
  };
  const readers = async () => {
    await kept.look();
    return [await heldFor(ana), await heldFor(other), await heldFor(by), await heldFor(null)];
  };
  const others = Array(3).fill([undefined, false]);
  const [told, untold] = [true, false].map((own) => [[own, own], ...others]);
  expect(await readers()).toEqual(told);
  const release = (released: boolean) =>
    kept.request(by, 'PUT', '/api/cup/seasons/2026-11/hold', { username: 'a', held: !released });
  await release(true);
  expect(await readers()).toEqual(untold);
  await release(false);
  expect(await readers()).toEqual(told);
  await kept.db.updateTable('cupSettings').set({ mostXpPerMinute: 300 }).execute();
  expect(await readers()).toEqual(untold);
  await kept.db.updateTable('cupSettings').set({ mostXpPerMinute: 60 }).execute();
  expect(await readers()).toEqual(told);
  await kept.request(by, 'POST', '/api/cup/seasons/2026-11/close', { boardId });
  expect(await readers()).toEqual(untold);
  await kept.close();
});

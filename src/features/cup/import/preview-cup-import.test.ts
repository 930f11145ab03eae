import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { maxFileBytes, noRows, previewCupImport } from '../contract.ts';
import { cupJobs } from '../jobs.ts';

type Preview = AnswerOf<typeof previewCupImport>;

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

const fixture = (name: string) =>
  readFile(path.join(import.meta.dirname, '../../../testing/ranking-files', name));

function post(
  bytes: Uint8Array,
  { season = '2026-11', type = 'text/csv', person = admin as Person | null } = {},
) {
  return community.request(person, 'POST', `/api/cup/imports?season=${season}`, bytes, {
    'content-type': type,
  });
}
async function preview(bytes: Uint8Array | string, season?: string): Promise<Preview> {
  return answerOf(
    post(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes, {
      ...(season && { season }),
    }),
    previewCupImport,
  );
}
const commit = (id: string) => community.request(admin, 'POST', `/api/cup/imports/${id}/commit`);
const boards = () => community.db.selectFrom('cupBoards').selectAll().orderBy('id').execute();

it('a preview shows the parsed rows and leaves the live board unchanged', async () => {
  const shown = await preview(await fixture('tool-export.csv'));
  expect(shown).toMatchObject({
    season: '2026-11',
    rows: 64,
    rejected: [],
    warnings: [],
    changes: { added: 64, removed: 0, changed: 0, unchanged: 0 },
    extras: ['Level Review', 'Ramp Up Challenge', 'Mistakes Review', 'Listening exercises'],
  });
  expect(shown.sample).toHaveLength(20);
  expect(shown.sample[0]).toMatchObject({
    fullName: 'Carvajal Villaseñor, Camila',
    email: 'camila.carv0@example.org',
  });
  expect(shown.columns).toContainEqual({ column: 'totalExp', header: 'Total XP', index: 10 });
  expect(shown.columns).toContainEqual({ column: 'crazyPairs', header: null, index: null });
  expect(await (await community.request(null, 'GET', '/api/cup')).json()).toMatchObject({
    season: null,
    items: [],
  });
  expect(
    await community.db.selectFrom('events').selectAll().where('kind', '=', 'cup.changed').execute(),
  ).toEqual([]);
});

it('a preview counts the rows that publishing would add, remove and change, also when there are none', async () => {
  const header = 'Full name,Username,Language,Total XP,Liga';
  const first = await preview(
    `${header}\nAna,ana,English,10,Oro\nBeto,beto,French,20,Oro\nCaro,caro,Korean,30,Oro\n`,
  );
  expect((await commit(first.boardId)).status).toBe(200);

  const same = await preview(
    `${header}\nAna,ana,English,10,Oro\nBeto,beto,French,20,Oro\nCaro,caro,Korean,30,Oro\n`,
  );
  expect(same.changes).toEqual({ added: 0, removed: 0, changed: 0, unchanged: 3 });
  expect(same.warnings).toEqual([{ file: 0, code: 'nothing-changes', count: 1, lines: [] }]);

  const next = await preview(
    `${header}\nAna,ANA,Inglés,10,Oro\nBeto,beto,French,25,Oro\nDani,dani,Korean,5,Oro\nAna,ana,German,1,Oro\n`,
  );
  expect(next.changes).toEqual({ added: 2, removed: 1, changed: 1, unchanged: 1 });
  expect(next.warnings).toEqual([{ file: 0, code: 'same-username', count: 1, lines: [5] }]);
});

it('a preview of an earlier month than the live board is compared with the board of its month, and says which month stays live', async () => {
  const lines = 'Full name,Username,Language,Total XP\nAna,ana,English,10\n';
  await commit((await preview(lines)).boardId);
  const first = await preview(lines, '2026-10');
  expect(first).toMatchObject({ staysLive: '2026-11', replaced: null, changes: { added: 1, unchanged: 0 } });
  await commit(first.boardId);
  expect(await preview(`${lines}Beto,beto,French,5\n`, '2026-10')).toMatchObject({
    staysLive: '2026-11',
    replaced: { season: '2026-10', rows: 1 },
    changes: { added: 1, removed: 0, unchanged: 1 },
  });
  expect(await preview(lines, '2026-12')).toMatchObject({ staysLive: null, replaced: { season: '2026-11' } });
});

it('a preview compares duplicate rows in the order of the board, and extra columns too', async () => {
  const header = 'Full name,Username,Language,Total XP,Liga';
  const first = await preview(`${header}\nAna,ana,en,30,Oro\nAna,ana,en,10,Oro\nBeto,beto,fr,5,Oro\n`);
  await commit(first.boardId);
  const next = await preview(`${header}\nAna,ana,en,10,Oro\nAna,ana,en,30,Oro\nBeto,beto,fr,5,Plata\n`);
  expect(next.changes).toEqual({ added: 0, removed: 0, changed: 1, unchanged: 2 });
});

it('a preview lists every rejected row, and the board keeps the list', async () => {
  const shown = await preview(await fixture('untidy.csv'));
  expect(shown.rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'no-name'],
    [5, 'no-username'],
    [11, 'empty'],
  ]);
  const stored = (await boards()).find((board) => board.id === shown.boardId);
  expect(stored).toMatchObject({
    rejected: shown.rejected.map(({ file, line, reason }) => ({ file, line, reason })),
    rowCount: 6,
    status: 'draft',
    season: '2026-11-01',
  });
});

it('the board keeps nothing of what a rejected row says, which may be a name and an address', async () => {
  const shown = await preview('Full name,Username,Email\nAna,ana,\nRita Ramos,,rita.ramos@example.org\n');
  expect(shown.rejected).toMatchObject([{ line: 3, text: 'Rita Ramos,,rita.ramos@example.org' }]);
  expect(JSON.stringify(await boards())).not.toMatch(/rita/i);
});

it('a file without rows can be previewed but not published', async () => {
  const shown = await preview('Full name,Username\n,ana\n');
  expect(shown).toMatchObject({ rows: 0, rejected: [{ line: 2, reason: 'no-name' }] });
  const answer = await commit(shown.boardId);
  await expect(answer).toBeRefused(noRows);
});

it('a draft that was not published within a day is deleted, also when no other file is looked at', async () => {
  const runChores = async () => {
    for (const chore of cupJobs().chores ?? []) await chore.run(await community.ctxFor());
  };
  const published = await preview('Full name,Username\nAna,ana\n');
  await commit(published.boardId);
  community.setNow(new Date('2026-11-01T12:00:00Z'));
  const old = await preview('Full name,Username\nAna,ana\n');
  community.setNow(new Date('2026-11-02T11:59:59Z'));
  const fresh = await preview('Full name,Username\nAna,ana\n');
  const ids = async () => (await boards()).map((board) => board.id);
  await runChores();
  expect(await ids()).toContain(old.boardId);
  community.setNow(new Date('2026-11-02T12:00:01Z'));
  await runChores();
  community.setNow(null);
  expect(await ids()).not.toContain(old.boardId);
  expect(await ids()).toEqual(expect.arrayContaining([published.boardId, fresh.boardId]));
});

it.each([
  ['no file', new Uint8Array(), {}, 422, 'cup/empty-file'],
  ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0, 0), {}, 422, 'cup/not-csv'],
  ['more than 10 MB', new Uint8Array(maxFileBytes + 1), {}, 413, 'http/too-large'],
  [
    'more rows than anybody has',
    new TextEncoder().encode('a,b\n'.repeat(60_000)),
    {},
    422,
    'cup/too-many-rows',
  ],
  ['a picture', Uint8Array.of(1, 2, 3), { type: 'image/png' }, 400, 'http/bad-input'],
  ['a month that is none', Uint8Array.of(65), { season: '2026-13' }, 400, 'http/bad-input'],
  ['a year long gone', Uint8Array.of(65), { season: '0000-01' }, 400, 'http/bad-input'],
])('a preview refuses %s and stores nothing', async (_, bytes, options, status, code) => {
  const before = await boards();
  await expect(post(bytes, options)).toBeRefused({ status, code });
  expect(await boards()).toEqual(before);
});

it.each([
  'application/csv',
  'application/vnd.ms-excel',
  'application/octet-stream',
  'text/csv; charset=utf-8',
])('a preview accepts a CSV of the content type %s', async (type) => {
  expect((await post(new TextEncoder().encode('Full name,Username\nAna,ana\n'), { type })).status).toBe(200);
});

it('ten thousand rows are previewed and published, quickly', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => {
    const cells = [`Persona Número ${n}`, `persona${n}`, 'Inglés', (n * 7919) % 50_000, n % 365];
    return cells.join();
  });
  const file = ['Full name,Username,Language,Total XP,Streak', ...rows].join('\r\n');
  const started = performance.now();
  const shown = await preview(file);
  expect((await commit(shown.boardId)).status).toBe(200);
  // Half a second on an idle machine, ten on one with twenty busy processes; one statement per row or a quadratic
  // comparison takes minutes.
  expect(performance.now() - started).toBeLessThan(40_000);
  expect(shown.changes.added).toBe(10_000);
  expect((await preview(file)).changes).toEqual({ added: 0, removed: 0, changed: 0, unchanged: 10_000 });
});

it('a preview tells how many rows would be held, and that a time which is missing no longer is a change', async () => {
  const file = (time: string) =>
    `Full name,Username,Total XP,Time Spent Learning\nAna,ana,4689,${time}\nBeto,beto,4689,\n`;
  const before = await preview(file('0h 0m'));
  expect(before.held).toBe(1);
  await commit(before.boardId);
  const then = await preview(file(''));
  expect(then).toMatchObject({ held: 0, changes: { changed: 1, unchanged: 1 } });
  const key = {
    season: '2026-11-01',
    username: 'ana',
    held: false,
    reviewedBy: admin.id,
    reviewedAt: new Date(),
  };
  await community.db.insertInto('cupReviews').values(key).execute();
  expect((await preview(file('0h 0m'))).held).toBe(0);
});

it('a preview shows examples of added, removed and changed rows, best positions first', async () => {
  const header = 'Full name,Username,Language,Total XP';
  const first = await preview(`${header}\nAna,ana,English,10\nBeto,beto,French,20\nCaro,caro,Korean,30\n`);
  await commit(first.boardId);
  const many = Array.from({ length: 9 }, (_, n) => `Nuevo ${n},nuevo${n},English,${100 + n}`).join('\n');
  const { changes, examples } = await preview(
    `${header}\nAna,ana,English,10\nBeto,beto,French,25\n${many}\n`,
  );
  expect(changes).toEqual({ added: 9, removed: 1, changed: 1, unchanged: 1 });
  expect(examples.added.map(({ username }) => username)).toEqual([8, 7, 6, 5, 4].map((n) => `nuevo${n}`));
  expect(examples.added[0]).toEqual({ name: 'Nuevo 8', username: 'nuevo8', language: 'en', totalExp: 108 });
  expect(examples.removed).toEqual([{ name: 'Caro', username: 'caro', language: 'ko', totalExp: 30 }]);
  expect(examples.changed).toEqual([
    { name: 'Beto', username: 'beto', language: 'fr', before: 20, totalExp: 25 },
  ]);
});

describe('columns assigned by an administrator', () => {
  const file = 'Puntos,Apodo,Quién es,Días\n900,ana,Ana Ruiz,7\n800,beto,Beto Paz,3\n';
  const send = (columns: string) =>
    community.request(
      admin,
      'POST',
      `/api/cup/imports?season=2026-11&columns=${columns}`,
      new TextEncoder().encode(file),
      { 'content-type': 'text/csv' },
    );

  it('make rows readable whose headers are unknown', async () => {
    const lost = await preview(file);
    expect(lost.warnings.map(({ code }) => code)).toContain('by-position');
    expect(lost.headers).toEqual(['Puntos', 'Apodo', 'Quién es', 'Días']);
    expect(lost.sample[0]?.fullName).toBe('900');

    const found = await answerOf(send('fullName:2,username:1,totalExp:0'), previewCupImport);
    expect(found.warnings).toEqual([]);
    expect(found.sample[0]).toMatchObject({
      fullName: 'Ana Ruiz',
      username: 'ana',
      totalExp: 900,
      streakDays: 0,
    });
    expect(found.columns).toContainEqual({ column: 'totalExp', header: 'Puntos', index: 0 });
    // Unassigned columns are kept as extras and never guessed.
    expect(found.extras).toEqual(['Días']);
    expect(found.columns.filter(({ index }) => index !== null)).toHaveLength(3);
  });

  it.each([
    'fullName:2',
    'username:1',
    'fullName:1,username:1',
    'fullName:2,fullName:3,username:1',
    'fullName:2,username:1,email:4',
    'fullName:2,username:1,nothing:0',
    'fullName:2,username:-1',
    'fullName',
    '__proto__:1,fullName:2,username:1',
  ])('are refused when they are %s', async (columns) => {
    const before = await boards();
    expect((await send(columns)).status).toBe(400);
    expect(await boards()).toEqual(before);
  });
});

it('an import of several files merges them into one board, and tells the rows of each and who is repeated', async () => {
  const files = [
    'Full name,Username,Language,Total XP\nAna Ruiz,ana,English,10\nBeto Paz,beto,English,mucho\n,nadie,English,1\n',
    'Usuario;Nombre;Idioma;XP\nANA;Ana Ruiz;Inglés;30\nana;Ana Ruiz;Francés;5\nbeto;Beto Paz;Inglés;0\n',
    'Full name,Username,Language,Total XP\nAna Ruiz,ana,English,20\nAna Ruiz,ana,English,-7\n',
  ].map((text) => new TextEncoder().encode(text));
  const sizes = files.map(({ length }) => length);
  const send = (query: string) =>
    community.request(admin, 'POST', `/api/cup/imports?season=2026-11&${query}`, Buffer.concat(files), {
      'content-type': 'text/csv',
    });
  const shown = await (await send(`sizes=${sizes.join(',')}`)).json();
  expect(shown).toMatchObject({
    rows: 3,
    // The third file has no row left: the second has more experience for Ana.
    files: [
      { rows: 1, rejected: 1 },
      { rows: 2, rejected: 0 },
      { rows: 0, rejected: 0 },
    ],
    rejected: [{ file: 0, line: 4, reason: 'no-name' }],
    misread: [
      { file: 0, line: 3, column: 'totalExp', text: 'mucho' },
      { file: 2, line: 3, column: 'totalExp', text: '-7' },
    ],
    repeated: [
      { username: 'ana', language: 'en', kept: 1, dropped: 0 },
      { username: 'beto', language: 'en', kept: 0, dropped: 1 },
      { username: 'ana', language: 'en', kept: 1, dropped: 2 },
      { username: 'ana', language: 'en', kept: 1, dropped: 2 },
    ],
    leaders: [
      { fullName: 'Ana Ruiz', language: 'en', totalExp: 30 },
      { fullName: 'Ana Ruiz', language: 'fr', totalExp: 5 },
      { fullName: 'Beto Paz', language: 'en', totalExp: 0 },
    ],
  });
  expect((await commit(shown.boardId)).status).toBe(200);
  const next = await (await send(`sizes=${sizes.join(',')}`)).json();
  expect(next.replaced).toMatchObject({ season: '2026-11', rows: 3, leaders: shown.leaders });
  for (const wrong of [[1], [...sizes, 1], [...Array(41).fill(0), ...sizes]]) {
    await expect(send(`sizes=${wrong.join(',')}`)).toBeRefused(commonRefusals.badInput);
  }
});

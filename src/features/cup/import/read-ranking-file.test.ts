import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRankingFile } from './read-ranking-file.ts';

const fixture = (name: string) =>
  readFile(path.join(import.meta.dirname, '../../../testing/ranking-files', name));
const read = (text: string) => readRankingFile(new TextEncoder().encode(text));

const toolHeader =
  'Full name,Username,Email,Classroom,Language,Streak,Units completed,Total units in course,Percent completed,Days active,Total XP,Time Spent Learning,Lessons,Stories,Other,Level Review,Ramp Up Challenge,Mistakes Review,Practice,Listening exercises';
const anaOfTool =
  'Ana Peña,ana.p,ana@example.org,Club A,English,12,30,120,25%,9,1250,3h 20m,40,2,5,6,7,8,9,10';
const ana = {
  fullName: 'Ana Peña',
  username: 'ana.p',
  email: 'ana@example.org',
  classroom: 'Club A',
  language: 'en',
  streakDays: 12,
  completedSections: 30,
  totalSections: 120,
  completionPercentage: 25,
  practiceDays: 9,
  totalExp: 1250,
  learningTime: '3h 20m',
  xpPerMinute: 6,
  lessons: 40,
  otherActivities: 5,
  practice: 9,
  stories: 2,
  crazyPairs: 0,
  extras: {
    'Level Review': '6',
    'Ramp Up Challenge': '7',
    'Mistakes Review': '8',
    'Listening exercises': '10',
  },
};

it("readRankingFile reads the tool's present twenty columns and keeps unknown ones as extras", async () => {
  const { rows, rejected, warnings } = await read(`${toolHeader}\n${anaOfTool}\n`);
  expect(rows).toEqual([ana]);
  expect(rejected).toEqual([]);
  expect(warnings).toEqual([]);
});

it('readRankingFile accepts the twenty columns in any order', async () => {
  const cells = toolHeader.split(',').map((header, index) => [header, anaOfTool.split(',')[index]]);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(cells, { minLength: 20 }), async (shuffled) => {
      const text = [shuffled.map(([header]) => header), shuffled.map(([, value]) => value)].join('\n');
      expect((await read(text)).rows).toEqual([ana]);
    }),
    { numRuns: 50 },
  );
});

it('readRankingFile reads an export of the tool with a byte order mark and commas inside names', async () => {
  const { rows, rejected, warnings } = await readRankingFile(await fixture('tool-export.csv'));
  expect(rows).toHaveLength(64);
  expect(rejected).toEqual([]);
  expect(warnings).toEqual([]);
  expect(rows[0]).toMatchObject({ fullName: 'Carvajal Villaseñor, Camila', language: 'en', streakDays: 31 });
  expect(rows.every((row) => Object.keys(row.extras).length === 4)).toBe(true);
});

it('readRankingFile takes the seventeen columns by position when no header is known', async () => {
  const { rows, rejected, warnings } = await readRankingFile(await fixture('seventeen-columns.csv'));
  expect(rows).toHaveLength(24);
  expect(rejected).toEqual([]);
  expect(warnings).toEqual([
    { code: 'by-position', count: 1, lines: [] },
    // Guaraní.
    { code: 'unknown-language', count: 2, lines: [10, 19] },
  ]);
  expect(rows[1]).toMatchObject({
    fullName: 'Renata Arrieta',
    username: 'renatapen1',
    language: 'fr',
    streakDays: 124,
    totalSections: 30,
    completionPercentage: 3,
    totalExp: 2085,
    learningTime: '1h 2m',
    otherActivities: 1,
    practice: 2,
  });
  expect(rows[0]?.learningTime).toBe('0h 0m');
});

it('readRankingFile reads a Spanish spreadsheet: semicolons, Latin-1, thousands dots, decimal commas', async () => {
  const { rows, rejected } = await readRankingFile(await fixture('spreadsheet-latin1.csv'));
  expect(rejected).toEqual([]);
  expect(rows).toHaveLength(18);
  expect(rows[0]).toMatchObject({
    fullName: 'Noemí Nuño',
    totalExp: 33987,
    completionPercentage: 26.7,
    email: 'nuno_0@example.org',
    extras: { Liga: 'Zafiro' },
  });
  expect(rows[8]?.language).toBe('Guaraní');
});

it('readRankingFile reads UTF-16 with tabs, with and without byte order mark, in both byte orders', async () => {
  const marked = await fixture('unicode-text.csv');
  const expected = await readRankingFile(marked);
  expect(expected.rows).toHaveLength(12);
  expect(expected.rows[0]).toMatchObject({ fullName: 'Camila Muñiz', totalExp: 1410 });
  const swapped = Buffer.from(marked).swap16();
  for (const bytes of [marked.subarray(2), swapped, swapped.subarray(2)]) {
    expect((await readRankingFile(bytes)).rows).toEqual(expected.rows);
  }
});

it('readRankingFile accepts every kind of line end', async () => {
  const lines = [toolHeader, anaOfTool, '', anaOfTool.replace('ana.p', 'otra')];
  const expected = await read(lines.join('\n'));
  expect(expected.rows).toHaveLength(2);
  for (const end of ['\r\n', '\r']) expect((await read(lines.join(end))).rows).toEqual(expected.rows);
  expect((await read(`${lines.join('\r\n')}\r\n`)).rows).toEqual(expected.rows);
});

it('readRankingFile lists every rejected row with its line and warns about doubtful rows', async () => {
  const { rows, rejected, warnings } = await readRankingFile(await fixture('untidy.csv'));
  expect(rejected).toEqual([
    { line: 4, reason: 'no-name', text: ',sin.nombre,nadie@example.org,English,300,1,2%' },
    { line: 5, reason: 'no-username', text: 'Bruno Téllez,,bruno@example.org,French,400,2,3%' },
    { line: 11, reason: 'empty', text: ',,,,,,' },
  ]);
  expect(warnings).toEqual([
    { code: 'unreadable-numbers', count: 2, lines: [6, 12] },
    { code: 'long-rows', count: 1, lines: [9] },
    { code: 'same-username', count: 1, lines: [10] },
    { code: 'unknown-language', count: 1, lines: [12] },
  ]);
  expect(rows.map((row) => [row.fullName, row.totalExp, row.streakDays, row.completionPercentage])).toEqual([
    ['Ana Peña', 1250, 12, 85],
    ['Carla "Carlita" Nuño', 0, 3, 4],
    ['Dario Ibarra', 500, 0, 0],
    ['Elena Ocampo', 600, 4, 5],
    ['ANA PEÑA', 90, 12, 1],
    ['Fermín Lozada', 0, 5, 6],
  ]);
});

it.each([
  ['a lone quote before a name', '"Ana,ana\nBeto,beto', ['"Ana', 'Beto']],
  ['two names that start with a quote', '"Ana,ana\n"Beto,beto', ['"Ana', '"Beto']],
  ['a quote within a name', 'Ana "Anita" Peña,ana\nBeto,beto', ['Ana "Anita" Peña', 'Beto']],
])('readRankingFile loses no row to unbalanced quotes: %s', async (_, lines, names) => {
  const { rows } = await read(`Full name,Username\n${lines}\n`);
  expect(rows.map((row) => row.fullName)).toEqual(names);
});

it('a stray quote in one row leaves the quoted rows as they are', async () => {
  const { rows, warnings } = await read('Full name,Username\n"Peña, Ana",ana\nBeto "el grande",beto\n');
  expect(rows.map((row) => row.fullName)).toEqual(['Peña, Ana', 'Beto "el grande"']);
  expect(warnings).toEqual([]);
});

it('a rejected row over several lines is listed with its first line', async () => {
  const { rejected } = await read(
    'Full name,Username,Classroom\nAna,ana,A\n,"sin\nnombre","B\nC"\nBeto,,A\n',
  );
  expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'no-name'],
    [6, 'no-username'],
  ]);
});

it('commas inside quotes do not make a comma the separator', async () => {
  const { rows } = await read('Nombre;Usuario\n"Peña, Ana, Lola, Mar";ana\n');
  expect(rows).toMatchObject([{ fullName: 'Peña, Ana, Lola, Mar', username: 'ana' }]);
});

it('readRankingFile uses the delimiter that a sep= line names', async () => {
  const { rows } = await read('sep=;\nUsuario;Nombre\nana;Peña, Ana\n');
  expect(rows).toMatchObject([{ fullName: 'Peña, Ana', username: 'ana' }]);
});

it('readRankingFile skips a first line that is a student, as specified, and warns about it', async () => {
  const { rows, warnings } = await read('Ana Peña,ana,,,en,3,1,2,50%\nBeto Nuño,beto,,,en,4,1,2,50%\n');
  expect(rows.map((row) => row.username)).toEqual(['beto']);
  expect(warnings).toEqual([{ code: 'no-header', count: 1, lines: [1] }]);
});

it.each([
  ['no bytes', new Uint8Array(), 'cup/empty-file'],
  ['nothing but a mark', Uint8Array.of(0xef, 0xbb, 0xbf), 'cup/empty-file'],
  ['nothing but blank lines', new TextEncoder().encode(' \n\r\n \n'), 'cup/empty-file'],
  ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 8, 0, 0, 1, 2), 'cup/not-csv'],
  ['a zero byte', new TextEncoder().encode('Full name,Username\nAna\0,ana\n'), 'cup/not-csv'],
  ['a million rows', new TextEncoder().encode('a,b\n'.repeat(1_000_000)), 'cup/too-many-rows'],
])('readRankingFile refuses %s', async (_, bytes, code) => {
  await expect(readRankingFile(bytes)).rejects.toMatchObject({ code });
});

it('a header alone is a file without rows', async () => {
  expect(await read(toolHeader)).toMatchObject({ rows: [], rejected: [] });
});

it('readRankingFile rejects names that are unreadable, such as floods of combining marks', async () => {
  const flood = `A${'\u0301'.repeat(40)}`;
  const { rows, rejected } = await read(
    `Full name,Username\n${flood},a\nAna \u202egnp,b\n${'x'.repeat(201)},c\nAna,${'y'.repeat(201)}\n`,
  );
  expect(rows).toEqual([]);
  expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'unreadable'],
    [3, 'unreadable'],
    [4, 'too-long'],
    [5, 'too-long'],
  ]);
});

it('readRankingFile keeps forty columns without a place on the board, however many headers a file has', async () => {
  const headers = Array.from({ length: 5000 }, (_, n) => `c${n}`);
  const { rows } = await read(`Full name,Username,${headers.join(',')}\nAna,ana,uno\n`);
  expect(Object.keys(rows[0]?.extras ?? {})).toEqual(headers.slice(0, 40));
});

it('readRankingFile treats __proto__ and constructor as ordinary headers', async () => {
  const { rows } = await read('Full name,Username,__proto__,constructor\nAna,ana,x,y\n');
  expect(Object.entries(rows[0]?.extras ?? {})).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
});

/**
 * How the specification reads a file: by position, split on commas, no quotes. As was ruled, marks between thousands
 * are read, and a negative number is 0.
 */
function readAsSpecified(text: string) {
  const whole = (value = '') => {
    const bare = /^[1-9]\d{0,2}(\.\d{3})+$/.test(value) ? value.replaceAll('.', '') : value;
    return Math.max(0, Number.parseInt(bare, 10) || 0);
  };
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(',').map((value) => value.trim()))
    .filter(([fullName, username]) => fullName && username)
    .map((values) => ({
      fullName: values[0],
      username: values[1],
      streakDays: whole(values[5]),
      completionPercentage: Math.max(0, Number.parseFloat((values[8] ?? '').replace('%', '')) || 0),
      totalExp: whole(values[10]),
      learningTime: values[11] || '0h 0m',
      crazyPairs: whole(values[16]),
    }));
}

it("readRankingFile returns the rows of the specification's reader for every file that reader accepts", async () => {
  const word = fc.stringMatching(/^[A-Za-zñÑáé][A-Za-zñÑáé "'.]{0,12}$/);
  const whole = fc.oneof(
    fc.nat(2_000_000).map(String),
    fc.nat(2_000_000).map((value) => new Intl.NumberFormat('de-DE').format(value)),
    fc.nat(9999).map((value) => String(value / 10)),
    fc.integer({ min: -2000, max: -1 }).map(String),
    fc.constantFrom('', 'x', '12 días', '-', '+7', '-x', '.5'),
  );
  const percentage = fc.oneof(
    fc.nat(100).map((value) => `${value}%`),
    fc.nat(9999).map((value) => String(value / 100)),
    fc.nat(100).map((value) => `-${value}%`),
  );
  const time = fc.constantFrom('', '3h 20m', '0h 5m');
  const student = fc
    .tuple(
      fc.oneof(word, fc.constant('')),
      fc.oneof(word, fc.constant('')),
      whole,
      percentage,
      whole,
      time,
      whole,
    )
    .map(([name, user, streak, percent, exp, spent, pairs]) =>
      [
        name,
        user,
        '',
        'A',
        'Klingon',
        streak,
        '1',
        '2',
        percent,
        '3',
        exp,
        spent,
        '4',
        '5',
        '6',
        '7',
        pairs,
      ].join(),
    );
  const lines = fc.array(fc.oneof({ weight: 6, arbitrary: student }, fc.constantFrom('', '  ')), {
    maxLength: 12,
  });
  const headers = fc.constantFrom(
    'full_name,username,email,classroom,language,streak_days,completed_sections,total_sections,completion_percentage,practice_days,total_exp,learning_time,lessons,other_activities,practice,stories,crazy_pairs',
    'a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q',
    'Ranking de mayo',
  );
  await fc.assert(
    fc.asyncProperty(headers, lines, async (header, students) => {
      const text = [header, ...students].join('\n');
      const { rows } = await read(text);
      const tidy = (name: string | undefined) => name?.replaceAll(/\s+/g, ' ');
      expect(rows).toMatchObject(
        readAsSpecified(text).map((row) => ({
          ...row,
          fullName: tidy(row.fullName),
          username: tidy(row.username),
        })),
      );
    }),
    { numRuns: 300 },
  );
});

it('readRankingFile answers arbitrary bytes with rows or a refusal', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      const outcome = await readRankingFile(bytes).catch((error) => error.code as string);
      expect(typeof outcome === 'string' ? outcome : 'rows').toMatch(/^(rows|cup\/)/);
    }),
    { numRuns: 500 },
  );
});

it('readRankingFile lists each value that is no number or negative, with its line and column, as 0', async () => {
  const { rows, misread } = await read(
    'Full name,Username,Streak,Total XP,Percent completed\nAna,ana,-3,"1,234",85%\nBeto,beto,nueve,1.234,muy bien\nCaro,caro,,-,\n',
  );
  expect(
    rows.map(({ streakDays, totalExp, completionPercentage }) => [
      streakDays,
      totalExp,
      completionPercentage,
    ]),
  ).toEqual([
    [0, 1234, 85],
    [0, 1234, 0],
    [0, 0, 0],
  ]);
  expect(misread).toEqual([
    { line: 2, column: 'streakDays', text: '-3' },
    { line: 3, column: 'streakDays', text: 'nueve' },
    { line: 3, column: 'completionPercentage', text: 'muy bien' },
  ]);
});

it('readRankingFile of ten thousand rows lets other requests be served in between, while it parses and while it reads rows', async () => {
  const lines = Array.from({ length: 10_000 }, (_, n) => `Persona Número ${n},persona${n},${n},${n % 300}`);
  let turns = 0;
  let over = false;
  const turn = () => {
    turns += 1;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  await read(['Full name,Username,Total XP,Streak', ...lines].join('\n'));
  over = true;
  // Some 6 chunks of bytes and 20 portions of rows; without waiting, not one turn.
  expect(turns).toBeGreaterThan(22);
});

it('readRankingFile warns of rows whose language is unknown, or missing where others have one, because they win prizes of their own', async () => {
  const header = 'Full name,Username,Language\n';
  const { rows, warnings } = await read(
    `${header}Ana,ana,Inglés\nBeto,beto,Ingles US\nCaro,caro,Imgles\nDani,dani,\n`,
  );
  expect(rows.map(({ language }) => language)).toEqual(['en', 'en', 'Imgles', '']);
  expect(warnings).toEqual([
    { code: 'unknown-language', count: 1, lines: [4] },
    { code: 'blank-language', count: 1, lines: [5] },
  ]);
  expect((await read(`${header}Ana,ana,\nBeto,beto,\n`)).warnings).toEqual([]);
});

it('readRankingFile warns of a time that it cannot read, because the row is not reviewed, but not of a missing one', async () => {
  const times = ['2.5 h', 'dos horas', '', '-', '1d 2h'];
  const lines = times.map((time, n) => `Ana,ana${n},9000,${time}`);
  const { rows, warnings } = await read(
    ['Full name,Username,Total XP,Time Spent Learning', ...lines].join('\n'),
  );
  expect(rows.map(({ xpPerMinute }) => xpPerMinute)).toEqual([60, null, null, null, 5]);
  expect(warnings).toEqual([{ code: 'unreadable-times', count: 1, lines: [3] }]);
});

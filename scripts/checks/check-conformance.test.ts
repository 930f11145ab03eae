import { expect, it } from 'vitest';
import { findConformanceFaults } from './check-conformance.ts';

const tests = `
  describe('the store', () => {
    it('sells once', sell);
    it.each([1])('sells %i items', sell);
  });
  describe.each(rows)('%s', (row) => it('is sold', sell));
`;

type Counts = [stands: number, ruled: number, later: number];

/** The faults of a page with these rows, and with the counts of so many that stand, were ruled and come later. */
function faultsOf(rows: readonly string[], [stands, ruled, later]: Counts = [1, 0, 0]): string[] {
  const total = stands + ruled + later;
  const counts = `- Counts: ${total} rows, of which ${stands} \`stands\`, ${ruled} \`ruled\` and ${later} \`later\`.`;
  const page = [counts, '| line | where | shown by | state |', '|---|---|---|---|', ...rows].join('\n');
  return findConformanceFaults(
    new Map([
      ['docs/conformance.md', page],
      ['src/features/store/buy-item.ts', ''],
      ['src/features/store/buy-item.test.ts', tests],
    ]),
  );
}

const rowThat = (state: string) =>
  `| Store | \`store/buy-item.ts\` | \`buy-item.test.ts\` "sells once" | ${state} |`;

it('check:conformance accepts a path and a title that exist, and a title with a gap', () => {
  const row = '| Store | `store/buy-item.ts` | `buy-item.test.ts` "sells once", "sells … items" | stands |';
  expect(faultsOf([row])).toEqual([]);
});

it('check:conformance reports a title that no test of the file has, also beside one whose whole name a table gives', () => {
  for (const title of [
    'sells twice',
    'sells once and',
    'once',
    'never sells 5 items',
    'sells … items twice',
  ]) {
    const row = `| Store | \`store/buy-item.ts\` | \`store/buy-item.test.ts\` "${title}" | stands |`;
    expect(faultsOf([row])).toEqual([
      `docs/conformance.md:4: src/features/store/buy-item.test.ts has no test "${title}"`,
    ]);
  }
});

it('check:conformance takes the verdicts of docs/asvs.md there alone, and wants a place of what is placed', () => {
  const counts = (placed: number) =>
    `- Counts: 1 rows, of which 0 \`tested\`, ${placed} \`placed\`, 0 \`unmet\` and ${1 - placed} \`absent\`.`;
  const ofAsvs = (row: string, placed: number) =>
    findConformanceFaults(
      new Map([
        ['docs/asvs.md', `${counts(placed)}\n${row}`],
        ['src/features/store/buy-item.ts', ''],
      ]),
    );
  expect(ofAsvs('| 1.1.1 Ends | `store/buy-item.ts` | by reading | placed |', 1)).toEqual([]);
  expect(ofAsvs('| 1.1.1 Ends | | by reading | placed |', 1)).toEqual(['docs/asvs.md:2: names no place']);
  expect(ofAsvs('| 1.1.1 Ends | | Sumi has none | absent |', 0)).toEqual([]);
  expect(faultsOf([rowThat('placed')], [0, 0, 0])[0]).toContain('"placed" is none of stands, ruled, later');
});

it('check:conformance reports a path that is no file', () => {
  const row = '| Store | `store/sell-item.ts` | `store/buy-item.test.ts` "sells once" | stands |';
  expect(faultsOf([row])).toEqual(['docs/conformance.md:4: no file store/sell-item.ts']);
});

it.each([
  '| Store | `store/buy-item.ts` | `store/buy-item.test.ts` | stands |',
  '| Store | `store/buy-item.ts` | the same journey | ruled |',
  '| Store | `store/buy-item.ts` | | stands |',
])('check:conformance reports the row "%s", which names no test by title', (row) => {
  const counts: Counts = row.includes('ruled') ? [0, 1, 0] : [1, 0, 0];
  expect(faultsOf([row], counts)).toEqual(['docs/conformance.md:4: names no test by file and title']);
});

it('check:conformance needs no test for a row that comes later', () => {
  expect(faultsOf(['| Waiting list | | not built | later |'], [0, 0, 1])).toEqual([]);
});

it.each(['partly: no list', 'settled', 'Stands', 'stands (without a button)'])(
  'check:conformance reports the state "%s"',
  (state) => {
    expect(faultsOf([rowThat('stands'), rowThat(state)])).toContain(
      `docs/conformance.md:5: "${state}" is none of stands, ruled, later`,
    );
  },
);

it('check:conformance reports a row that has not four cells', () => {
  expect(faultsOf(['| Store | `store/buy-item.test.ts` "sells once" | stands |'])).toEqual([
    'docs/conformance.md:4: 3 cells; line, where, shown by, state',
  ]);
});

it('check:conformance reports counts that are not those of the rows, and says the right ones', () => {
  const rows = [rowThat('stands'), rowThat('ruled'), rowThat('stands'), rowThat('later')];
  expect(faultsOf(rows, [2, 1, 1])).toEqual([]);
  expect(faultsOf(rows, [3, 1, 0])).toEqual([
    'docs/conformance.md: the counts are "- Counts: 4 rows, of which 2 `stands`, 1 `ruled` and 1 `later`."',
  ]);
});

const sources: [string, string][] = [
  ['src/features/store/buy-item.ts', ''],
  ['src/features/store/buy-item.test.ts', `${tests} it('the control: sells twice without the lock', sell);`],
  ['src/features/store/price.test.ts', "it('has a price', price);"],
  ['src/features/cup/permissions.ts', ''],
  ['src/features/store/permissions.ts', ''],
];

/** The faults of SECURITY.md with these promises. */
function faultsOfPromises(rows: readonly string[]): string[] {
  const others = ['', '| what | why |', '|---|---|', '| `none.ts` | no promise |'];
  const page = ['| promise | how | tested by |', '|---|---|---|', ...rows, ...others].join('\n');
  return findConformanceFaults(new Map([['SECURITY.md', page], ...sources]));
}

it('check:conformance reads the promises of SECURITY.md, and no row of its other tables', () => {
  const rows = [
    '| Sold once | `buy-item.ts` | `store/buy-item.test.ts` "sells once", with a control |',
    '| Priced | a column | `price.test.ts` "has a price"; `npm run doctor` |',
  ];
  expect(faultsOfPromises(rows)).toEqual([]);
});

it.each([
  ['| Sold | | `sell-item.test.ts` "sells once" |', 'no file sell-item.test.ts'],
  [
    '| Sold | | `buy-item.test.ts` "sells twice" |',
    'src/features/store/buy-item.test.ts has no test "sells twice"',
  ],
  ['| Sold | `permissions.ts` | `price.test.ts` "has a price" |', null],
  ['| Sold | `permissions.ts` | `npm run doctor` |', 'permissions.ts names 2 files'],
  ['| Sold | | `price.test.ts` "has a price", with a control |', 'names no file with a control'],
  ['| Sold | | `price.test.ts` |', 'names no test by file and title'],
  ['| Sold | | by reading |', 'names no test by file and title'],
  ['| Sold | invariants | `npm run doctor` |', 'names no test by file and title'],
  ['| Sold | `price.test.ts` "has a price" |', '2 cells; promise, how, tested by'],
])('check:conformance judges the promise "%s" of SECURITY.md', (row, fault) => {
  expect(faultsOfPromises([row])).toEqual(fault ? [`SECURITY.md:3: ${fault}`] : []);
});

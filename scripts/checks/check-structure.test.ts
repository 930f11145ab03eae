import { expect, it } from 'vitest';
import { findStructureFaults } from './check-structure.ts';
import { readTree } from './read-tree.ts';

const readme = ['src/features/store/README.md', '# store'] as const;
const faultsWith = (file: string, text = 'export {};') =>
  findStructureFaults(new Map([readme, [file, text]]));

it('check:structure finds no fault in the tree as it is', () => {
  expect(findStructureFaults(readTree())).toEqual([]);
});

// A tree that breaks each rule once: were the check blind, this is where it would show.
it.each([
  ['a file of more than 400 lines', 'src/server/long.ts', '\n'.repeat(400), '401 lines'],
  ['a name that says nothing', 'src/server/utils.ts', '', 'says nothing'],
  ['a name in capitals', 'src/web/ui/Button.tsx', '', 'kebab-case'],
  ['a skipped test', 'src/server/one.test.ts', ['it', 'skip('].join('.'), 'skipped'],
  ['work left for later', 'src/server/one.ts', `// ${'TO'}DO`, 'later'],
  [
    'an expectation that a test without a row passes',
    'src/server/one.test.ts',
    `expect(row?.endedAt).${'not'}.toBeNull();`,
    'src/server/one.test.ts:1: passes without a row',
  ],
  [
    'a function of the server that is named like a hook',
    'src/features/store/buy-article.ts',
    'export async function useCoins() {}',
    'buy-article.ts:1: useCoins is named like a hook',
  ],
  [
    'a row that a type claims',
    'src/features/store/reads.ts',
    'return rows[0]' + ' as Row;',
    'reads.ts:1: a row that may be missing',
  ],
  [
    'an address of a class that the server types',
    'src/features/store/buy-seat.ts',
    'const link = "/classes?class=" + id;',
    'buy-seat.ts:1: a typed address',
  ],
  ['settings read outside config.ts', 'src/features/store/rules.ts', 'process.env', 'settings'],
  [
    'two levels of folders in a feature',
    'src/features/store/orders/refunds/refund-order.ts',
    '',
    'one level',
  ],
  ['a file of one word that is not of the vocabulary', 'src/features/store/orders.ts', '', 'two words'],
  [
    'a format of its own in a page',
    'src/features/store/web/page.tsx',
    "new Intl.NumberFormat('es')",
    'src/web/i18n',
  ],
  [
    'a page that uses the browser’s storage itself',
    'src/features/store/web/page.tsx',
    "localStorage.setItem('seen', 'yes')",
    'src/web/stored-text.ts',
  ],
  [
    'an id that keeps its capital letters',
    'src/features/store/order-operations.ts',
    'params: z.object({ id: z.uuid() }),',
    'src/shared/uuid.ts',
  ],
  [
    'an id that is looked at and goes on as it was written',
    'src/features/store/order-operations.ts',
    'const isId = (subject: string) => uuid.safeParse(subject).success;',
    'src/shared/uuid.ts',
  ],
  [
    'a function that is younger than a supported browser',
    'src/features/store/web/page.tsx',
    'const byDay = Map.groupBy(orders, dayOf);',
    'a supported browser lacks',
  ],
  [
    'a function that is younger than a supported browser, in what both halves import',
    'src/features/store/orders/order-rules.ts',
    'if (!URL.canParse(address)) return null;',
    'a supported browser lacks',
  ],
  [
    'a page that validates with the schema of an operation',
    'src/features/store/web/page.tsx',
    'changeItem.body?.safeParse({ price }).success',
    'by its own name',
  ],
  [
    'an element that a journey reads once',
    'e2e/one.test.ts',
    "expect(await page.getByText('Coffee').count()).toBe(1)",
    'expect.poll',
  ],
  [
    'a route that switches the cache off',
    'e2e/one.test.ts',
    "await page.route('**/api/cup', answer)",
    'e2e/route.ts',
  ],
  [
    'a jobs.ts that exports a chore',
    'src/features/store/jobs.ts',
    "export const sweepStore: Chore = { name: 'sweep-store' };",
    'one exported function …Jobs',
  ],
  [
    'a jobs.ts with SQL',
    'src/features/store/jobs.ts',
    'export function storeJobs(): Jobs {}\nconst statement = sql`delete from items`;',
    'no SQL',
  ],
  [
    'a query that is not called one',
    'src/features/store/web/queries.ts',
    'export const orders = queryOptions({});',
    'a query is named …Query, not orders',
  ],
  [
    'a function that answers a query and is not called one',
    'src/features/store/web/queries.ts',
    'export function orderOf(id: string) {\n  return queryOptions({});\n}',
    'a query is named …Query, not orderOf',
  ],
  [
    'two use cases of one file, one of them a handler itself',
    'src/features/store/routes.ts',
    [
      "import { buyItem, giveItem, type Item, listItems } from './buy-item.ts';",
      'serve(api, contract.buyItem, (ctx, { body }) => buyItem(ctx, body));',
      'serve(api, contract.giveItem, giveItem);',
    ].join('\n'),
    'buyItem and giveItem stand in ./buy-item.ts; one use case a file',
  ],
  [
    'a route that hands on who acts',
    'src/features/store/routes.ts',
    'serve(api, contract.buyItem, (ctx, { body }) => buyItem(ctx, memberOf(ctx.actor), body));',
    'src/features/store/routes.ts:1: a route that asks who acts; the use case asks its ctx',
  ],
  [
    'a query that is written where it is read',
    'src/features/store/web/page.tsx',
    "const { data } = useQuery({\n  queryKey: ['store'],\n});",
    'src/features/store/web/page.tsx:1: a query without a name',
  ],
  ['a colour in a page', 'src/features/store/web/page.css', 'a { color: #abc; }', 'theme'],
  [
    'a comment in TypeScript that names a file which does not exist',
    'src/server/one.ts',
    '\n// Read by src/server/two.ts.',
    'src/server/one.ts:2: a comment names src/server/two.ts, which does not exist',
  ],
  [
    'a comment in SQL that names a file which does not exist',
    'migrations/0001-server.sql',
    '-- Called by `src/server/two.ts`.',
    'which does not exist',
  ],
  [
    'a comment that names a file which its feature does not have',
    'src/features/store/order-rules.ts',
    '/** `reads.test.ts` compares the two. */',
    'src/features/store/order-rules.ts:1: a comment names reads.test.ts, which does not exist',
  ],
] as const)('check:structure reports %s', (_, file, text, fault) => {
  expect(faultsWith(file, text).join()).toContain(fault);
});

it('check:structure lets a comment name a file of its feature, the only one of a name, and one of every feature', () => {
  const of = (file: string, text: string) =>
    findStructureFaults(
      new Map([
        readme,
        ['src/features/store/orders/place-order.ts', ''],
        ['src/server/ask-twice.ts', ''],
        [file, text],
      ]),
    );
  expect(of('src/features/store/web/page.tsx', '// As place-order.ts and ask-twice.ts do.')).toEqual([]);
  expect(of('src/server/mount.ts', '// What `routes.ts` mounts.')).toEqual([]);
});

it('check:structure lets a comment name a file that exists, and a string any file', () => {
  expect(
    faultsWith('src/server/one.ts', "// As src/server/one.ts does.\nread('src/server/two.ts');"),
  ).toEqual([]);
});

it('check:structure lets routes mount several queries of reads.ts, and take constants beside a use case', () => {
  const routes = [
    "import { itemTables, listItems, listOrders } from './reads.ts';",
    "import { buyItem, mostItems } from './buy-item.ts';",
    'serve(api, contract.listItems, (ctx) => listItems(ctx));',
    'serve(api, contract.listOrders, (ctx) => listOrders(ctx));',
    'serve(api, contract.buyItem, (ctx) => buyItem(ctx, mostItems));',
  ];
  expect(faultsWith('src/features/store/routes.ts', routes.join('\n'))).toEqual([]);
});

it('check:structure reports a relative link of a document that leads nowhere', () => {
  const faultsOf = (link: string) => faultsWith('decisions/README.md', `# Decisions\n\n[one](${link})`);
  expect(faultsOf('0001-agpl.md')).toEqual([
    'decisions/README.md:3: a link to 0001-agpl.md, which does not exist',
  ]);
  expect(faultsOf('../src/features/cup/README.md')).toHaveLength(1);
  expect(faultsOf('../src/features/store/README.md#rules')).toEqual([]);
  expect(faultsOf('../src/features/store/')).toEqual([]);
  expect(faultsOf('https://example.org/0001-agpl.md')).toEqual([]);
});

it('check:structure reports a folder with 31 entries, folders counted, but not one of numbered documents', () => {
  const files = Array.from({ length: 30 }, (_, n) => [`src/web/page-${n}.tsx`, ''] as const);
  const thirtyOne = new Map([...files, ['src/web/ui/button.tsx', ''] as const]);
  expect(findStructureFaults(thirtyOne)).toEqual(['src/web: 31 entries; 30 at most']);
  expect(findStructureFaults(new Map(files))).toEqual([]);
  const decisions = Array.from({ length: 31 }, (_, n) => [`decisions/${1000 + n}-a-choice.md`, ''] as const);
  expect(findStructureFaults(new Map(decisions))).toEqual([]);
});

it('check:structure reports two decisions with one number', () => {
  const two = new Map(['decisions/0012-one.md', 'decisions/0012-two.md'].map((file) => [file, '']));
  expect(findStructureFaults(two)).toEqual(['decisions/0012: the number of 2 decisions']);
});

it('check:structure reports a feature whose README is missing or longer than 30 lines', () => {
  expect(findStructureFaults(new Map([['src/features/coins/rules.ts', '']]))).toHaveLength(1);
  const long = new Map([['src/features/coins/README.md', '\n'.repeat(31)]]);
  expect(findStructureFaults(long)).toEqual(['src/features/coins/README.md: 30 lines at most']);
});

it('check:structure reports a word of the glossary that stands behind its place', () => {
  const glossary = (...words: string[]) =>
    new Map([
      ['GLOSSARY.md', ['| word | what |', '|---|---|', ...words.map((word) => `| ${word} | a |`)].join('\n')],
    ]);
  expect(findStructureFaults(glossary('coin', 'feed (videos)', 'failed refund (devolución)'))).toEqual([
    'GLOSSARY.md: "feed" stands before "failed refund"; in alphabetical order',
  ]);
  expect(findStructureFaults(glossary('offer (of a seat)', 'offer of a class', 'Order'))).toEqual([]);
});

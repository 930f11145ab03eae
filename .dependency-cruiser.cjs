/** The walls of ARCHITECTURE.md, checked by machine. Each rule names who may not reach whom, and why. */
/** Features in their order, shared with scripts/checks/check-tables.ts. */
const features = require('./scripts/checks/feature-order.json');

/**
 * Contracts of later features that a page of an earlier one uses all the same; ARCHITECTURE.md names them too. Each is
 * a click that starts, or a field that searches, what a later feature owns.
 */
const laterContracts = {
  // Signing up starts fetching videos.
  'accounts/web/enter/bring-videos': ['videos'],
  // After a payment that failed the same seat or plan is bought again.
  'payments/web/pay-again': ['memberships', 'classes'],
  // Teachers import events of the outside calendar on the page where they see their classes.
  'classes/web/organise/sync-button': ['calendar'],
};

const tests = '\\.test\\.tsx?$';

/** A feature may use those before it, never those after, so there are no cycles of meaning. */
const order = features.flatMap((feature, position) => {
  const later = `^src/features/(${features.slice(position + 1).join('|') || '-'})/`;
  const excepted = Object.entries(laterContracts).filter(([file]) => file.startsWith(`${feature}/`));
  const comment = 'Features stand in an order; an earlier one does not know the later ones.';
  return [
    {
      name: `${feature}-stands-before-later-features`,
      severity: 'error',
      comment,
      from: {
        path: `^src/features/${feature}/`,
        pathNot: [tests, ...excepted.map(([file]) => `^src/features/${file}\\.tsx?$`)],
      },
      to: { path: later },
    },
    ...excepted.map(([file, contracts]) => ({
      name: `${file}-uses-named-contracts-only`,
      severity: 'error',
      comment,
      from: { path: `^src/features/${file}\\.tsx?$` },
      to: { path: later, pathNot: `^src/features/(${contracts.join('|')})/contract\\.ts$` },
    })),
  ];
});

module.exports = {
  forbidden: [
    ...order,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/(features|server|web|testing)/' },
    },
    {
      name: 'server-knows-no-product',
      severity: 'error',
      from: { path: '^src/server/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(features|web|testing)/' },
    },
    {
      name: 'shell-knows-no-product',
      severity: 'error',
      comment:
        'web/routes.ts, web/frames/ and the types of texts know the product; everything else there is product-free.',
      from: { path: '^src/web/', pathNot: '^src/web/((routes|typed-texts\\.d)\\.ts$|frames/)' },
      to: { path: '^src/(features|server|testing)/' },
    },
    {
      name: 'frames-stand-above-features',
      severity: 'error',
      comment: 'Menus and frames know the features; neither a feature nor the shell knows them.',
      from: { path: '^src/', pathNot: '^src/web/frames/' },
      to: { path: '^src/web/frames/' },
    },
    {
      name: 'browser-never-reaches-the-server',
      severity: 'error',
      from: { path: '^src/(web|features/[^/]+/web)/' },
      to: { path: '^src/server/' },
    },
    {
      name: 'pages-use-contracts-and-rules-only',
      severity: 'error',
      comment:
        'From a feature, the browser takes the contract, the pure rules and permissions, and its web folder.',
      from: { path: '^src/(features/[^/]+/web|web/frames)/' },
      to: { path: '^src/features/[^/]+/(?!web/|contract\\.ts|rules\\.ts|permissions\\.ts)' },
    },
    {
      name: 'server-side-never-reaches-pages',
      severity: 'error',
      from: {
        path: '^src/(features/[^/]+/(?!web/).+\\.ts|server/.+|main\\.ts|start/.+|compose\\.ts)$',
      },
      to: { path: '^src/(web|features/[^/]+/web)/' },
    },
    {
      name: 'rules-and-contracts-are-pure',
      severity: 'error',
      comment:
        'No database, no clock, no network: both halves run them. Files that a contract or the rules are made of count ' +
        'as well. `set-class-rules.ts` and `read-class-rules.ts` are use cases: their names begin with a verb.',
      from: {
        path: [
          '^src/features/[^/]+/(rules|permissions|contract)\\.ts$',
          '^src/features/[^/]+/.*-(rules|operations?|shapes|refusals)\\.ts$',
        ],
        pathNot: '/web/|/(set|read)-class-rules\\.ts$',
      },
      to: { path: '^src/(server|web|testing)/|node_modules/(kysely|pg|hono|react)/|^node:' },
    },
    {
      name: 'routes-lead-to-use-cases-not-to-sql',
      severity: 'error',
      from: { path: '^src/features/[^/]+/routes\\.ts$' },
      to: { path: '^src/server/db/|node_modules/(kysely|pg)/' },
    },
    {
      name: 'only-coins-writes-the-ledger',
      severity: 'error',
      comment:
        'Who moves coins, and by which SQL function, stands in src/features/coins/README.md. From TypeScript it is ' +
        'grantCoins, and settleReward with rewardPractice and settleReferral. reads.ts only reads, lockWallet only locks.',
      from: { path: '^src/features/(?!coins/)', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/features/coins/(?!contract\\.ts|grant-coins\\.ts|reward-practice\\.ts|settle-reward\\.ts|settle-referral\\.ts|lock-wallet\\.ts|read-month\\.ts|read-rule\\.ts|reads\\.ts|coin-invariants\\.ts|rules\\.ts|permissions\\.ts|web/)',
      },
    },
    {
      name: 'tests-alone-use-the-test-world',
      severity: 'error',
      from: { path: '^(src|seed)/', pathNot: '\\.test\\.tsx?$|^src/testing/' },
      to: { path: '^src/testing/' },
    },
    {
      name: 'the-product-needs-no-tools',
      severity: 'error',
      comment: 'What runs in production is src and seed: the image holds nothing else.',
      from: { path: '^(src|seed)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(scripts|bench|e2e|clip-studio)/' },
    },
    {
      name: 'only-the-root-knows-the-demo',
      severity: 'error',
      comment: 'src/start/serve-community.ts fills the demo; everything else in src works without it.',
      from: {
        path: '^src/',
        pathNot: '\\.test\\.tsx?$|^src/start/serve-community\\.ts$|^src/testing/',
      },
      to: { path: '^seed/' },
    },
    {
      name: 'clip-studio-stands-alone',
      severity: 'error',
      comment: 'A package of its own: it takes the list of clips and a browser from Sumi, and nothing more.',
      from: { path: '^clip-studio/' },
      to: { path: '^(src|seed|scripts|bench|e2e)/', pathNot: '^seed/clips\\.ts$|/testing/chromium\\.ts$' },
    },
    {
      name: 'environment-is-read-in-one-place',
      severity: 'error',
      from: { path: '^src/(features|web|shared)/' },
      to: { path: '^src/config(\\.ts$|/)' },
    },
    {
      name: 'no-unresolved-imports',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    exclude: { path: '(^|/)\\.react-router/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Writes a small tree that breaks each wall once: if the checker could not read imports, it would report no breach,
// and these tests would fail.

const project = path.join(import.meta.dirname, '../..');
const breaches: Record<string, Record<string, string>> = {
  'coins-stands-before-later-features': {
    'src/features/coins/grant-coins.ts': "import '../store/buy-item.ts';",
    'src/features/store/buy-item.ts': 'export {};',
  },
  'payments-stands-before-later-features': {
    'src/features/payments/web/page.tsx': "import '../../classes/contract.ts';",
    'src/features/classes/contract.ts': 'export {};',
  },
  'classes/web/organise/sync-button-uses-named-contracts-only': {
    'src/features/classes/web/organise/sync-button.tsx': "import '../../../cup/contract.ts';",
    'src/features/cup/contract.ts': 'export {};',
  },
  'no-cycles': {
    'src/server/one.ts': "import './two.ts';",
    'src/server/two.ts': "import './one.ts';",
  },
  'shared-imports-nothing-of-ours': { 'src/shared/text.ts': "import '../server/two.ts';" },
  'server-knows-no-product': { 'src/server/three.ts': "import '../features/coins/contract.ts';" },
  'shell-knows-no-product': { 'src/web/root-part.tsx': "import '../features/coins/contract.ts';" },
  'frames-stand-above-features': {
    'src/features/coins/web/coins-page.tsx': "import '../../../web/frames/user-menu.ts';",
    'src/web/frames/user-menu.ts': 'export {};',
  },
  'browser-never-reaches-the-server': {
    'src/features/coins/web/page.tsx': "import '../../../server/two.ts';",
  },
  'pages-use-contracts-and-rules-only': { 'src/features/store/web/page.tsx': "import '../buy-item.ts';" },
  'server-side-never-reaches-pages': { 'src/features/coins/reads.ts': "import './web/page.tsx';" },
  'rules-and-contracts-are-pure': {
    'src/features/coins/contract.ts': "import '../../server/two.ts';",
    // What a room of a feature adds to the rules.
    'src/features/coins/month/ceiling-rules.ts': "import '../../../server/two.ts';",
  },
  'routes-lead-to-use-cases-not-to-sql': {
    'src/features/coins/routes.ts': "import '../../server/db/connect.ts';",
    'src/server/db/connect.ts': 'export {};',
  },
  'only-coins-writes-the-ledger': {
    'src/features/store/orders/refund-order.ts': "import '../../coins/notify-of-ceiling.ts';",
    'src/features/coins/notify-of-ceiling.ts': 'export {};',
  },
  'tests-alone-use-the-test-world': {
    'src/features/store/reads.ts': "import '../../testing/community.ts';",
    'src/testing/community.ts': 'export {};',
  },
  'the-product-needs-no-tools': {
    'seed/seed-demo.ts': "import '../scripts/operate/doctor.ts';",
    'scripts/operate/doctor.ts': 'export {};',
  },
  'only-the-root-knows-the-demo': {
    'src/server/five.ts': "import '../../seed/people.ts';",
    'seed/people.ts': 'export {};',
  },
  'clip-studio-stands-alone': {
    'clip-studio/make-clips.ts': "import '../src/compose.ts';",
    'src/compose.ts': 'export {};',
  },
  'environment-is-read-in-one-place': {
    'src/features/store/rules.ts': "import '../../config.ts';",
    'src/config.ts': 'export {};',
  },
  'no-unresolved-imports': { 'src/server/four.ts': "import '#server/nowhere.ts';" },
};

let folder: string;
let found: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'sumi-walls-'));
  mkdirSync(path.join(folder, 'scripts'));
  for (const file of [
    'package.json',
    'tsconfig.json',
    '.dependency-cruiser.cjs',
    'scripts/checks/feature-order.json',
  ]) {
    cpSync(path.join(project, file), path.join(folder, file));
  }
  symlinkSync(path.join(project, 'node_modules'), path.join(folder, 'node_modules'));
  for (const [file, text] of Object.values(breaches).flatMap((files) => Object.entries(files))) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${text}\n`);
  }
  const depcruise = path.join(project, 'node_modules/.bin/depcruise');
  const run = promisify(execFile)(
    process.execPath,
    [
      depcruise,
      'src',
      'seed',
      'scripts',
      'clip-studio',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
    ],
    { cwd: folder, maxBuffer: 1e8 },
  );
  found = await run.then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

type Violation = { rule: { name: string }; from: string };

const violations = () => (JSON.parse(found) as { summary: { violations: Violation[] } }).summary.violations;

it.each(Object.keys(breaches))('check:walls reports a breach of "%s"', (wall) => {
  expect(violations().map(({ rule }) => rule.name)).toContain(wall);
});

it('check:walls reports impure rules in a room of a feature as well', () => {
  const impure = violations().filter(({ rule }) => rule.name === 'rules-and-contracts-are-pure');
  expect(impure.map(({ from }) => from)).toContain('src/features/coins/month/ceiling-rules.ts');
});

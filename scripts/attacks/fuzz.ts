import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runTool } from '../run-tool.ts';

// `npm run fuzz -- --requests 100000 --seed 7 --only /api/classes` sends generated requests to every operation, or to
// those whose method and address contain `--only`. A seed repeats its requests. Without `--only` each step of signing
// in is also asked in generated spellings.

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomInt(2 ** 30)) },
    only: { type: 'string', default: '' },
  },
});
console.log(`About ${values.requests} generated requests from seed ${values.seed}`);
const files = [
  'src/across-features/fuzz.test.ts',
  ...(values.only ? [] : ['src/testing/fuzz/sign-in-readings.test.ts']),
];
const run = runTool('vitest', ['run', '--project', 'product', ...files], {
  stdio: 'inherit',
  env: {
    ...process.env,
    FUZZ_REQUESTS: values.requests,
    FUZZ_SEED: values.seed,
    FUZZ_ONLY: values.only,
  },
});
process.exit(run.status ?? 1);

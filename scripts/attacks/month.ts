import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runTool } from '../run-tool.ts';

// `npm run month -- --people 300 --teachers 10 --days 31 --seed 7` simulates a month of a community by a clock that it
// moves, checks every invariant at each midnight and prints the figures. A seed repeats it.

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '300' },
    teachers: { type: 'string', default: '10' },
    days: { type: 'string', default: '31' },
    seed: { type: 'string', default: String(randomInt(2 ** 30)) },
  },
});
console.log(
  `${values.days} days of ${values.people} people and ${values.teachers} teachers, seed ${values.seed}`,
);
const run = runTool('vitest', ['run', '--project', 'product', 'src/across-features/month.test.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    MONTH_PEOPLE: values.people,
    MONTH_TEACHERS: values.teachers,
    MONTH_DAYS: values.days,
    MONTH_SEED: values.seed,
  },
});
process.exit(run.status ?? 1);

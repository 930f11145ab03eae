import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runSiege } from './siege/run-siege.ts';
import { type Breakage, breakages } from './siege/servers/broken-products.ts';

// `npm run siege` is chaos testing: two servers on one PostgreSQL, one of them of two workers, are under load by known
// people, while faults are injected one after another into the processes, the database, the connections between them
// and the external services (`siege/faults/faults.ts`). After each fault everything that was acknowledged has to be
// there, what was not is whole or absent, every invariant holds, and the servers use no more than before. `--acts 500`
// says how many rounds of one fault each, `--seed 7` repeats (of `--seed 7,9` the rounds have each in turn),
// `--only disk` chooses faults, and `--broken NAME` tests a product with a known bug, which the siege has to find.
// `--standby` gives the database a standby, for which each write waits, which is read for shared pages, and to which it
// fails over (`--only standby`). On a busy machine `--patience 5` lets everything take five times as long before it is
// late. Exits 1 when it finds a violation. SIGINT ends it after the round under way.

const { values } = parseArgs({
  options: {
    acts: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(randomInt(2 ** 30)) },
    processes: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    broken: { type: 'string', default: '' },
    standby: { type: 'boolean', default: false },
    patience: { type: 'string', default: '1' },
  },
});
const { seed, only, broken, standby, acts: rounds } = values;
if (broken && !(broken in breakages)) {
  console.error(`--broken is one of: ${Object.keys(breakages).join(', ')}`);
  process.exit(2);
}
if (broken === 'no-waiting' && !standby) {
  console.error('--broken no-waiting goes with --standby.');
  process.exit(2);
}
const [firstSeed = 0, ...otherSeeds] = seed.split(',').map(Number);
const patience = Number(values.patience);
const repeat = `npm run siege -- --acts ${rounds} --seed ${seed}${patience === 1 ? '' : ` --patience ${patience}`}${standby ? ' --standby' : ''}${only && ` --only '${only}'`}`;
console.log(
  `${rounds} rounds from seed ${seed}${broken && `, against a product that ${breakages[broken as Breakage]}`}`,
);
const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());
const begun = performance.now();
const siege = await runSiege({
  seeds: [firstSeed, ...otherSeeds],
  rounds: Number(rounds),
  processes: Number(values.processes),
  broken: (broken || null) as Breakage | null,
  standby,
  only,
  patience,
  say: (line) => console.log(line),
  stop: stopping.signal,
});
const { violations, tally, roundsDone, roundsNotDone, acknowledgedWrites, operations, usage } = siege;
for (const violation of violations.slice(0, 20)) console.log(`VIOLATION  ${violation}`);
console.log([...acknowledgedWrites].map(([write, times]) => `${write} ${times}`).join(', '));
const megabytes = (bytes = 0) => `${Math.round(bytes / 1e6)} MB`;
console.log(
  `The largest process: ${megabytes(usage?.first.rssBytes)} of the machine at first and ${megabytes(usage?.most.rssBytes)} at most, ${megabytes(usage?.first.heapBytes)} and ${megabytes(usage?.most.heapBytes)} on its heap.`,
);
const { all, sent, succeeded, neverSent, neverSucceeded } = operations;
console.log(`${sent} of ${all} operations were sent, ${succeeded} of them succeeded.`);
if (neverSent.length > 0) console.log(`Not sent: ${neverSent.join(', ')}`);
if (neverSucceeded.length > 0) console.log(`Only refused: ${neverSucceeded.join(', ')}`);
const { acknowledged, refused, busy, lost } = tally;
const requests = acknowledged + refused + busy + lost;
const seconds = Math.round((performance.now() - begun) / 1000);
console.log(
  `${roundsDone} rounds${roundsNotDone > 0 ? `, ${roundsNotDone} not done` : ''}, ${requests} requests in ${seconds} s: ${acknowledged} done, ${refused} refused, ${busy} answered 503, ${lost} lost with their server`,
);
console.log(
  violations.length > 0 ? `${violations.length} violations. Again: ${repeat}` : 'Every invariant held.',
);
process.exit(violations.length > 0 ? 1 : 0);

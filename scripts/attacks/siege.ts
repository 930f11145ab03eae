import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Breakage, breakages } from './siege/broken-products.ts';
import { runSiege } from './siege/run-siege.ts';

// `npm run siege` runs two servers on one PostgreSQL, one of them of two workers, has known people use them, and does
// bad things to the processes, the database, the ways between them and the world outside (`siege/acts.ts`). After each
// act everything that was acknowledged has to be there, what was not is whole or absent, every invariant holds, and the
// servers hold no more than before. `--acts 500` takes longer, `--seed 7` repeats (of `--seed 7,9` the acts have each
// in turn), `--only disk` chooses, and `--broken NAME` lays siege to a product with a known fault, which it has to
// find. `--standby` gives the database a second machine, for which each write waits, which is read for shared pages,
// and which takes over when the first one is lost (`--only machine`). On a busy machine `--patience 5` lets everything
// take five times as long before it is late. Exits 1 when it finds a fault. SIGINT ends it after the act under way.

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
const { seed, only, broken, standby } = values;
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
const repeat = `npm run siege -- --acts ${values.acts} --seed ${seed}${patience === 1 ? '' : ` --patience ${patience}`}${standby ? ' --standby' : ''}${only && ` --only '${only}'`}`;
console.log(
  `${values.acts} acts from seed ${seed}${broken && `, against a product that ${breakages[broken as Breakage]}`}`,
);
const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());
const begun = performance.now();
const siege = await runSiege({
  seeds: [firstSeed, ...otherSeeds],
  acts: Number(values.acts),
  processes: Number(values.processes),
  broken: (broken || null) as Breakage | null,
  standby,
  only,
  patience,
  say: (line) => console.log(line),
  stop: stopping.signal,
});
const { faults, tally, actsDone, actsNotDone, deeds, operations, held } = siege;
for (const fault of faults.slice(0, 20)) console.log(`FAULT  ${fault}`);
console.log([...deeds].map(([deed, times]) => `${deed} ${times}`).join(', '));
const megabytes = (bytes = 0) => `${Math.round(bytes / 1e6)} MB`;
console.log(
  `The largest process: ${megabytes(held?.first.rssBytes)} of the machine at first and ${megabytes(held?.most.rssBytes)} at most, ${megabytes(held?.first.heapBytes)} and ${megabytes(held?.most.heapBytes)} on its heap.`,
);
const { all, played, done, neverPlayed, neverDone } = operations;
console.log(`${played} of ${all} operations were played, ${done} of them succeeded.`);
if (neverPlayed.length > 0) console.log(`Not played: ${neverPlayed.join(', ')}`);
if (neverDone.length > 0) console.log(`Only refused: ${neverDone.join(', ')}`);
const { acknowledged, refused, busy, lost } = tally;
const requests = acknowledged + refused + busy + lost;
const seconds = Math.round((performance.now() - begun) / 1000);
console.log(
  `${actsDone} acts${actsNotDone > 0 ? `, ${actsNotDone} not done` : ''}, ${requests} requests in ${seconds} s: ${acknowledged} done, ${refused} refused, ${busy} answered 503, ${lost} lost with their server`,
);
console.log(faults.length > 0 ? `${faults.length} faults. Again: ${repeat}` : 'It stands.');
process.exit(faults.length > 0 ? 1 : 0);

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBroken } from '#server/db/find-broken.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { everyInvariant } from '../every-invariant.ts';
import { countWrites, type Writes } from '../testing/answers/count-writes.ts';
import { type Community, newCommunity } from '../testing/community.ts';
import { fuzzOperation } from '../testing/fuzz/fuzz-operation.ts';
import { readDocument } from '../testing/fuzz/read-document.ts';
import { phoneCodes, policy } from '../testing/permission-policy.ts';
import { everybody, strongestAllowed } from '../testing/permission-row.ts';
import { personOfKind } from '../testing/rows/person-of-kind.ts';

// `npm run fuzz -- --requests 100000 --seed 7 --only /api/classes` sets these.
const wanted = Number(process.env.FUZZ_REQUESTS ?? 5000);
/** The same for every run of the tests, so that none fails by chance; `npm run fuzz` chooses another each time. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);
const only = process.env.FUZZ_ONLY ?? '';
const repeat = `npm run fuzz -- --requests ${wanted} --seed ${seed}${only && ` --only '${only}'`}`;

const operations = Object.keys(policy).filter((row) => row.includes(only));
/** A multiple of the six kinds of people. */
const each = 24;

/** The scenes of the policy insert rows that no use case made; what they leave out is no fault of a request. */
const ofScenes = new Set([
  'once the roll is closed, each student who attended has the practice of the class, and no other',
  "a cup board's row count is the number of its rows",
]);

let community: Community;
let writes: () => Promise<Writes>;
beforeAll(async () => {
  community = await newCommunity({ phoneCodes });
  writes = await countWrites(community);
  mountBroken();
});
afterAll(() => community.close());

describe('a generated request', () => {
  it('is answered with no fault of the server, and stores nothing where it is refused', {
    timeout: 7_200_000,
  }, async () => {
    const documented = await readDocument(community);
    const rounds = Math.max(1, Math.round(wanted / (operations.length * each)));
    const faults: string[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const [at, row] of operations.entries()) {
        const scene = await sceneOf(row);
        const from = { seed: seed + round * operations.length + at, count: each };
        const described = documented.get(row);
        faults.push(...(await fuzzOperation(community, writes, { row, described, ...scene }, from)));
      }
    }
    expect(faults.slice(0, 20), `${faults.length} faults; again: ${repeat}`).toEqual([]);
    const broken = await findBroken(community.db, everyInvariant);
    expect(
      broken.filter(({ name }) => !ofScenes.has(name)),
      repeat,
    ).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each([
    ['a server that breaks at some texts', '/api/broken/breaks', /answered 500/],
    [
      'a refusal that stored something',
      '/api/broken/stores',
      /answered 409 and wrote 1 rows, the last in quiz_leads/,
    ],
  ])('the control: finds %s', async (_what, path, fault) => {
    const call = { method: 'POST', path, body: { name: 'Ana' } };
    const scene = {
      row: path,
      says: everybody,
      call,
      owner: { kind: 'visitor', person: null } as const,
      described: undefined,
    };
    const found = await fuzzOperation(community, writes, { ...scene, ids: ['1'] }, { seed, count: 120 });
    expect(found.join('\n')).toMatch(fault);
  });
});

/** Two operations with the faults that a fuzz looks for. */
function mountBroken() {
  community.api.post('/api/broken/breaks', async (c) => {
    const body = await c.req.json().catch(() => ({}));
    if (typeof body?.name === 'number') throw new Error('a fault');
    return c.json({});
  });
  community.api.post('/api/broken/stores', async (c) => {
    const body = await c.req.json().catch(() => ({}));
    if (typeof body?.name === 'string') return c.json({});
    await sql`insert into quiz_leads (name, email, country, language, level, goals, learning_style, available_time, modality)
      values ('Ana', 'ana@example.org', 'México', 'en', 'basic', '{a}', '{a}', 'noche', '{b}')`.execute(
      community.db,
    );
    throw new Refusal({ ...commonRefusals.notFound, status: 409 });
  });
}

/** A call that the operation takes, by a person who may, and ids of rows beside its own. */
async function sceneOf(row: string) {
  const { says, call: callBy } = policy[row]!;
  const kind = strongestAllowed(says) ?? 'student';
  const person = await personOfKind(community, kind);
  const call = await callBy(community, person);
  const { id: another } = await community.person();
  const own = call.path.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
  return { says, call, owner: { kind, person }, ids: [another, ...(person ? [person.id] : []), ...own] };
}

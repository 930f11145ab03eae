import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { countWrites, type Writes } from '../answers/count-writes.ts';
import { logRows, type WrittenRow } from '../answers/log-rows.ts';
import { type Community, newCommunity, type Person } from '../community.ts';
import { phoneCodes, policy } from '../permission-policy.ts';
import type { Call } from '../permission-row.ts';
import { goodPassword, personWithPassword } from '../sign-in.ts';
import { type FieldPlace, fieldPlaces } from './field-places.ts';
import { somebody } from './fuzz-operation.ts';
import { readDocument } from './read-document.ts';
import type { Described } from './requests-of.ts';

// Each operation of the policy is asked by a person who may: from a page elsewhere, and with every hostile text and
// number in each of its fields in turn.

// An operation of many fields is asked some hundred times: a busy machine takes its time.
vi.setConfig({ testTimeout: 300_000 });

let community: Community;
let writes: () => Promise<Writes>;
let rowsSince: () => Promise<WrittenRow[]>;
let documented: Map<string, Described>;
beforeAll(async () => {
  community = await newCommunity({ phoneCodes });
  writes = await countWrites(community);
  rowsSince = await logRows(community.db);
  documented = await readDocument(community);
  mountCareless();
});
afterAll(() => community.close());

const everyRow = Object.keys(policy).filter((row) => policy[row]?.says.includes('Y'));

type Scene = { person: Person | null; call: Call };

async function sceneOf(row: string): Promise<Scene> {
  const { says, call } = policy[row]!;
  const kinds = ['visitor', 'student', 'pending teacher', 'verified teacher', 'administrator'] as const;
  const person = await somebody(community, kinds[says.lastIndexOf('Y')] ?? 'student');
  return { person, call: await call(community, person) };
}

async function ask({ person, call }: Scene, headers: Record<string, string> = {}) {
  const { method, path, body } = call;
  const answer = await community.request(person, method, path, body, { ...call.headers, ...headers });
  if (!answer.headers.get('content-type')?.startsWith('application/json')) {
    await answer.body?.cancel().catch(() => {});
    return { status: answer.status, code: undefined };
  }
  const { code } = ((await answer.json()) ?? {}) as { code?: string };
  return { status: answer.status, code };
}

/** Apple posts a form from its own page; what takes it only sends the browser on. */
const fromElsewhere = ['POST /api/auth/callback/apple'];

describe.each(everyRow)('%s', (row) => {
  const isWrite = !row.startsWith('GET ') && !fromElsewhere.includes(row);
  let scene: Scene;
  beforeAll(async () => {
    scene = await sceneOf(row);
  });

  const refusesPageElsewhere = async () => {
    const before = await quietWrites();
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3000.evil.example']) {
      const { status, code } = await ask(scene, { origin });
      expect({ status, code }, origin).toEqual(commonRefusals.foreignOrigin);
    }
    expect(await writes()).toEqual(before);
  };
  if (isWrite) it('is refused to a page elsewhere, and stores nothing', refusesPageElsewhere);

  it('takes no hostile text or number in any field: no fault, nothing stored by a refusal, nothing of it in a table', async () => {
    const { scene: left, faults } = await sendHostile(row, scene, () => sceneOf(row), documented.get(row));
    scene = left;
    expect(faults).toEqual([]);
  });

  it('is answered without a word of another host that the request names', async () => {
    const { person, call } = scene;
    const { method, path, body } = call;
    // As the server reads the address of a request: from its header `Host`.
    const url = `http://${elsewhere}${path}`;
    const answer = await community.request(person, method, url, body, { ...call.headers, ...named });
    expect(answer.status).toBeLessThan(400);
    expect(JSON.stringify([...answer.headers])).not.toMatch(/evil|gopher/);
    const isStream = answer.headers.get('content-type') === 'text/event-stream';
    if (isStream) await answer.body?.cancel();
    else expect(await answer.text()).not.toMatch(/evil|gopher/);
  });
});

const flood = `a${'\u0301'.repeat(500)}`;
/** What no table holds; PostgreSQL itself takes no NUL and no lone surrogate. */
const forbidden = /[\u202a-\u202e\u2066-\u2069]|\p{M}{100}|.{100000}/su;

const texts: [name: string, value: string][] = [
  ['NUL', 'a\0b'],
  ['a lone surrogate', 'a\ud800b'],
  ['a flood of combining marks', flood],
  ['marks of direction', 'a\u202eb\u2066c'],
  ['as much as a body holds', 'x'.repeat(200_000)],
  ['letters of four bytes', '🦙𝕊'],
];
/** Node takes no more in an address and the headers together. */
const longestInAddress = 8000;
const numbers: [name: string, value: unknown, isNone?: true][] = [
  ['text', 'siete', true],
  ['2^53', 2 ** 53],
  ['beyond every number', '1e999', true],
  ['NaN', 'NaN', true],
  ['negative', -1],
  ['zero', 0],
];

type Hostile = { what: string; isNone: boolean; call: () => Call };

function hostileCalls({ name, kind, put, raw }: FieldPlace): Hostile[] {
  const inAddress = /^[?{]/.test(name);
  if (kind === 'text')
    return texts.map(([what, value]) => ({
      what: `${name} of ${what}`,
      isNone: false,
      call: () => put(inAddress ? value.slice(0, longestInAddress) : value),
    }));
  return numbers.map(([what, value, isNone = false]) => ({
    what: `${name} of ${what}`,
    isNone,
    // JSON has no NaN; some clients write it all the same.
    call: () => (raw && (value === 'NaN' || value === '1e999') ? raw(value) : put(value)),
  }));
}

/** The count once what earlier requests began is done. */
async function quietWrites(): Promise<Writes> {
  for (let last = await writes(); ; ) {
    await new Promise(setImmediate);
    const next = await writes();
    if (next.count === last.count) return next;
    last = next;
  }
}

/**
 * Sends each hostile value in each field of an operation. The faults, and a scene in which the call is taken. What was
 * accepted may have used a scene up, or ended the session that asks: a refusal for that is asked again in another.
 */
async function sendHostile(
  row: string,
  given: Scene,
  newScene: () => Promise<Scene>,
  described?: Described,
): Promise<{ faults: string[]; scene: Scene }> {
  const faults: string[] = [];
  let scene = given;
  let isUsed = false;
  let before = await quietWrites();
  let hostile: Hostile[][] = [];
  const renew = async () => {
    if (isUsed) scene = await newScene();
    isUsed = false;
    hostile = fieldPlaces(row, scene.call, described).map(hostileCalls);
    before = await quietWrites();
    await rowsSince();
  };
  await renew();
  for (let place = 0; place < hostile.length; place++) {
    // Limits count these requests too.
    await sql`delete from rate_limits`.execute(community.db);
    for (let nth = 0; nth < (hostile[place]?.length ?? 0); nth++) {
      const send = async () => ask({ ...scene, call: hostile[place]![nth]!.call() });
      let { status } = await send();
      if (isUsed && status > 400 && status < 500) {
        await renew();
        ({ status } = await send());
      }
      const { what, isNone } = hostile[place]![nth]!;
      const after = await writes();
      if (status >= 500) faults.push(`${what}: answered ${status}`);
      if (status >= 400 && after.count > before.count)
        faults.push(`${what}: answered ${status}, and wrote to ${after.table}`);
      if (isNone && status < 400) faults.push(`${what}: answered ${status}`);
      if (after.count === before.count) continue;
      for (const { table, values } of await rowsSince())
        if (isHeld(values)) faults.push(`${what}: answered ${status}, and ${table} holds it`);
      isUsed = true;
      before = await quietWrites();
    }
  }
  await renew();
  return { faults, scene };
}

const isHeld = (value: unknown): boolean =>
  typeof value === 'string'
    ? forbidden.test(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(isHeld);

describe('a hostile text or number in any field', () => {
  it('control: is found where it breaks a route, where a refusal stores it and where a table holds it', async () => {
    const call = { method: 'POST', path: '/api/careless', body: { name: 'Ana', count: 1 } };
    const scene = { person: null, call };
    const { faults } = await sendHostile('POST /api/careless', scene, async () => scene);
    expect(faults).toEqual([
      'name of NUL: answered 500',
      'name of marks of direction: answered 200, and quiz_leads holds it',
      'name of letters of four bytes: answered 409, and wrote to quiz_leads',
      'count of text: answered 200',
      'count of beyond every number: answered 200',
      'count of NaN: answered 200',
    ]);
  });
});

/** A call that names another host, in each header that a proxy or a caller may say one in. */
const elsewhere = 'evil.example';
const named = {
  host: elsewhere,
  'x-forwarded-host': elsewhere,
  'x-forwarded-proto': 'gopher',
  forwarded: `host=${elsewhere};proto=gopher`,
};

describe('a request that names another host', () => {
  it.each([
    ['a new password', '/api/accounts/password-reset'],
    ['a sign-in', '/api/accounts/sign-in-letter'],
  ])('leads no letter there, whose link is to our own address: %s', async (_what, path) => {
    const { email } = await community.person();
    await community.letters();
    const url = `http://${elsewhere}${path}`;
    expect((await community.request(null, 'POST', url, { email }, named)).status).toBe(200);
    const [letter] = await community.letters();
    expect(letter?.to).toBe(email);
    expect(JSON.stringify(letter)).toContain('http://localhost:3000/');
    expect(JSON.stringify(letter)).not.toMatch(/evil|gopher/);
  });

  it('gets a cookie that is no other host’s', async () => {
    const { email } = await personWithPassword(community);
    const url = `http://${elsewhere}/api/auth/sign-in/email`;
    const body = { email, password: goodPassword };
    const cookies = (await community.request(null, 'POST', url, body, named)).headers.getSetCookie();
    expect(cookies.join()).toMatch(/sumi\.session_token=\w/);
    expect(cookies.join()).not.toMatch(/domain=/i);
  });
});

/** An operation with a fault for each of some values. */
function mountCareless() {
  community.api.post('/api/careless', async (c) => {
    const { name, count } = (await c.req.json().catch(() => ({ name: '', count: 0 }))) as {
      name: string;
      count: unknown;
    };
    if (name.includes('\0')) throw new Error('a fault');
    if (/[🦙\u202e]/u.test(name))
      await sql`insert into quiz_leads (name, email, country, language, level, goals, learning_style, available_time, modality)
        values (${name}, 'ana@example.org', 'México', 'en', 'basic', '{a}', '{a}', 'noche', '{b}')`.execute(
        community.db,
      );
    if (name.includes('🦙')) throw new Refusal({ ...commonRefusals.notFound, status: 409 });
    return c.json({ count });
  });
}

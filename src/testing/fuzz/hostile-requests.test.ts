import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { countWrites, type Writes } from '../answers/count-writes.ts';
import { logRows, type WrittenRow } from '../answers/log-rows.ts';
import { type Community, newCommunity, type Person } from '../community.ts';
import { phoneCodes, policy } from '../permission-policy.ts';
import { type Call, strongestAllowed } from '../permission-row.ts';
import { personOfKind } from '../rows/person-of-kind.ts';
import { goodPassword, personWithPassword } from '../sign-in.ts';
import { type FieldPlace, type Form, fieldPlaces } from './field-places.ts';
import { readDocument } from './read-document.ts';
import type { Described } from './requests-of.ts';

// Each operation of the policy is asked by a person who may: from a page elsewhere, and with every hostile text, number
// and date in each of its fields in turn.

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

const everyRow = Object.keys(policy).filter((row) => policy[row] && strongestAllowed(policy[row].says));

type Scene = { person: Person | null; call: Call };

async function sceneOf(row: string): Promise<Scene> {
  const { says, call } = policy[row]!;
  const person = await personOfKind(community, strongestAllowed(says) ?? 'student');
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

  it('takes no hostile text, number or date in any field: no fault, nothing stored by a refusal, nothing of it in a table', async () => {
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
const forbidden =
  /[\u202a-\u202e\u2066-\u2069]|\p{M}{100}|.{100000}|^-?infinity$|^posix\/|Nowhere|GMT\+99|^2\d{3}-02-30|^0000-|24:00$/su;

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

/** What is no date and no zone, though PostgreSQL or JavaScript read most of it as one. */
const noDates: Record<Form, unknown[]> = {
  date: ['2027-02-30', '2027-02-29', '2027-13-01', '0000-01-01', 'infinity', '-infinity', 'now', '2027-1-1'],
  month: ['2027-13', '2027-00', '0000-01', 'infinity', '2027-1'],
  instant: [
    ...['2027-02-30T10:00:00Z', '2027-01-01T24:00:00Z', '0000-01-01T00:00:00Z', 'infinity', '-infinity'],
    ...['now', '2027-01-01', '2027-01-01T10:00:00+99:00', '+275760-09-14T00:00:00Z', '2027-06-30T23:59:60Z'],
  ],
  time: ['24:00', '23:60', '25:61', '9:5', '-01:00', 'now'],
  zone: ['America/Nowhere', 'Etc/GMT+99', 'posix/America/Bogota', 'localtime', '+05:00', ''],
  // Clocks skip the first hour, the second half hour, and Samoa skipped the day.
  clock: [
    { date: '2027-03-14', time: '02:30', zone: 'America/New_York' },
    { date: '2027-10-03', time: '02:15', zone: 'Australia/Lord_Howe' },
    { date: '2011-12-30', time: '12:00', zone: 'Pacific/Apia' },
  ],
};
/** What is a date, if a strange one: it may be taken, and is no fault. */
const strangeDates: Partial<Record<Form, unknown[]>> = {
  date: ['9999-12-31', '0001-01-01', '2028-02-29'],
  month: ['9999-12', '0001-01'],
  instant: ['9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z', '2027-01-01T10:00:00+14:00'],
  time: ['00:00', '23:59'],
  zone: ['UTC', 'america/bogota', 'Asia/Kathmandu'],
  // Clocks show it twice.
  clock: [{ date: '2027-11-07', time: '01:30', zone: 'America/New_York' }],
};

type Hostile = { what: string; isNone: boolean; call: () => Call };

function hostileCalls({ name, kind, form, put, raw }: FieldPlace): Hostile[] {
  const datesOf = (values: unknown[] = [], isNone: boolean) =>
    values.map((value) => ({ what: `${name} of ${JSON.stringify(value)}`, isNone, call: () => put(value) }));
  const dates = form ? [...datesOf(noDates[form], true), ...datesOf(strangeDates[form], false)] : [];
  if (form === 'clock') return dates;
  const inAddress = /^[?{]/.test(name);
  if (kind === 'text') {
    const hostile = texts.map(([what, value]) => ({
      what: `${name} of ${what}`,
      isNone: false,
      call: () => put(inAddress ? value.slice(0, longestInAddress) : value),
    }));
    return [...hostile, ...dates];
  }
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

describe('a hostile text, number or date in any field', () => {
  it('the control: is found where it breaks a route, where a refusal stores it and where a table holds it', async () => {
    const call = {
      method: 'POST',
      path: '/api/careless',
      body: { name: 'Ana', count: 1, day: '2027-01-01' },
    };
    const scene = { person: null, call };
    const { faults } = await sendHostile('POST /api/careless', scene, async () => scene);
    expect(faults).toEqual([
      'name of NUL: answered 500',
      'name of marks of direction: answered 200, and quiz_leads holds it',
      'name of letters of four bytes: answered 409, and wrote to quiz_leads',
      'count of text: answered 200',
      'count of beyond every number: answered 200',
      'count of NaN: answered 200',
      'day of "2027-02-30": answered 200',
      'day of "2027-02-29": answered 200',
      'day of "2027-13-01": answered 200',
      'day of "0000-01-01": answered 200',
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
    const unreadable = { name: '', count: 0, day: '2027-01-01' };
    const { name, count, day } = (await c.req.json().catch(() => unreadable)) as {
      name: string;
      count: unknown;
      day: string;
    };
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Refusal(commonRefusals.badInput);
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

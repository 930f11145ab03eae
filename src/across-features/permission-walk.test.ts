import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAuthPaths } from '#features/accounts/contract.ts';
import { refusal } from '../testing/answers/check-answers.ts';
import { countWrites, type Writes } from '../testing/answers/count-writes.ts';
import { type Community, newCommunity, type Person } from '../testing/community.ts';
import { idPlaces } from '../testing/fuzz/id-places.ts';
import { ownedByNoOther } from '../testing/fuzz/owned-by-no-other.ts';
import { readDocument } from '../testing/fuzz/read-document.ts';
import type { Described } from '../testing/fuzz/requests-of.ts';
import { phoneCodes, policy } from '../testing/permission-policy.ts';
import {
  type Answer,
  type Answers,
  type Call,
  type Kind,
  kinds,
  type PolicyRow,
  strongestAllowed,
} from '../testing/permission-row.ts';
import { personOfKind } from '../testing/rows/person-of-kind.ts';
import { type RowsOfPerson, watchBystander } from '../testing/rows/watch-bystander.ts';

let community: Community;
let writes: () => Promise<Writes>;
let documented: Map<string, Described>;
let rowsOfBystander: () => Promise<RowsOfPerson>;
let ofBystander: RowsOfPerson;
beforeAll(async () => {
  community = await newCommunity({ phoneCodes });
  ({ rows: rowsOfBystander } = await watchBystander(community));
  ofBystander = await rowsOfBystander();
  for (const kind of kinds) standing.set(kind, await personOfKind(community, kind));
  writes = await countWrites(community);
  documented = await readDocument(community);
});
afterAll(() => community.close());

/** People whose every call is refused, so that one of a kind is enough. */
const standing = new Map<Kind, Person | null>();

/** The person for whom the rows of a call are made: one of those with the most rights that may do it. */
const makerFor = (says: Answers) => personOfKind(community, strongestAllowed(says) ?? 'administrator');

// `npm run mutate` asks for the operations of one feature.
const asked = new RegExp(process.env.WALK_ONLY ?? '');

describe.each(Object.entries(policy).filter(([row]) => asked.test(row)))('%s', (row, policy) => {
  const { says, call, anothers } = policy;
  const refused = callOfMaker(says, call);
  it.each(kinds)('answers a %s as the policy says', (kind) => expectAnswer(row, kind, says, call, refused));

  if (anothers) {
    it.each(kinds)("answers a %s as the policy says about what is another's or hidden", (kind) =>
      expectAnswer(row, kind, anothers.says, anothers.call),
    );
  }

  it('refuses every kind of person each id that is absent or malformed', () => expectNoWrongId(row, policy));
});

/** What does nothing, or answers an empty list, where an id of its path or body names no row. */
const answersAbsent = new Set([
  'POST /api/notifications/read',
  'GET /api/notifications/unsubscribe/{token}',
  'POST /api/classes/week-copies',
  'POST /api/videos/moderation',
  'GET /api/reports/{kind}/{subject}',
  'GET /api/cup/seasons/{season}/winners',
  'GET /api/cup/seasons/{season}/held',
]);

/** Where only the row says who may: whether its order is the reader's own, whether they attended its class. */
const decidesByRow = new Set(['POST /api/store/orders/{id}/refund', 'PUT /api/classes/{id}/review']);

/** Names that may have any shape. */
const hasAnyShape = new Set(['GET /api/calendar/{file}', 'GET /media/people/{name}']);

const refusedAnyhow = Array.from({ length: 100 }, (_, at) => 400 + at);

/**
 * Sends a call with each of its ids absent and malformed, as one of each kind and as the person for whom its rows were
 * made. Each is refused and nothing is stored; a filter that names no row finds nothing.
 */
async function expectNoWrongId(row: string, { says, call, anothers }: PolicyRow) {
  const maker = await makerFor(says);
  const made = await call(community, maker);
  const before = await writes();
  const askers: Asker[] = kinds.map((kind) => ({
    expected: says[kind],
    // What is answered for an id inside of another person's row.
    inside: anothers?.says[kind],
    person: standing.get(kind) ?? null,
  }));
  if (maker) askers.push({ expected: 'allowed', inside: undefined, person: maker });
  for (const { name, absent, malformed, put } of idPlaces(row, made, documented.get(row))) {
    // What no report is about is answered as what another administrator has decided.
    const isRow = name.startsWith('{') && name !== '{subject}';
    const isEmpty = name.startsWith('?') || answersAbsent.has(row);
    const expectStatus = async (person: Person | null, value: string, allowed: (number | undefined)[]) => {
      const answer = await ask(person, put(value));
      await answer.body?.cancel().catch(() => {});
      expect(allowed, `${name} = ${value}: ${answer.status}`).toContain(answer.status);
    };
    for (const { expected, inside, person } of askers) {
      const refused = (name === '{id}' ? [expected] : [expected, inside]).filter(isForbidden);
      // A person who may do it to no row at all is not told which rows there are.
      const isToldOfRows = !isForbidden(expected) || decidesByRow.has(row);
      const none = isRow ? [...refused, ...(isToldOfRows ? [404] : [])] : refusedAnyhow;
      if (absent !== null) await expectStatus(person, absent, isEmpty ? [...none, 200] : none);
      await expectStatus(person, malformed, [
        400,
        ...(expected === 401 ? [401] : []),
        ...(hasAnyShape.has(row) ? [404] : []),
      ]);
    }
  }
  expect(await writes()).toEqual(before);
}

type Asker = { expected: Answer; inside: Answer | undefined; person: Person | null };

const isForbidden = (answer: Answer | undefined) => answer === 401 || answer === 403;

/** The call of the person with the most rights, made once for all who are refused: it changes nothing of its rows. */
function callOfMaker(says: Answers, call: PolicyRow['call']): PolicyRow['call'] {
  let made: Promise<Call> | undefined;
  return () => (made ??= makerFor(says).then((maker) => call(community, maker)));
}

/**
 * What is allowed, or depends on whose a row is, is asked by a person made for this call: some calls end the session
 * that makes them. Every other refusal is asked by the one standing person of the kind, with the call of `refused`.
 */
async function expectAnswer(
  row: string,
  kind: Kind,
  says: Answers,
  call: PolicyRow['call'],
  refused?: PolicyRow['call'],
) {
  const expected = says[kind];
  const isAllowed = expected === 'allowed';
  const ofMaker = isForbidden(expected) ? refused : undefined;
  const person = ofMaker ? (standing.get(kind) ?? null) : await personOfKind(community, kind);
  const { method, path, body, headers } = await (ofMaker ?? call)(community, person);
  const before = isAllowed ? null : await writes();
  const instant = isAllowed ? await databaseNow() : '';
  const answer = await community.request(person, method, path, body, headers);
  if (isAllowed && answer.ok && (await paysSince(instant))) rewards.add(row);
  if (expected === 404) {
    // What is hidden is answered as what does not exist.
    const none = await ask(person, withAbsentId(row, { method, path, body, headers }));
    expect(await saidBy(answer), row).toEqual(await saidBy(none));
  } else if (isAllowed && answer.status >= 400) {
    // The failure names the refusal.
    expect(await saidBy(answer), row).toBeUndefined();
  } else await answer.body?.cancel().catch(() => {});
  // What one person does changes nothing of a person who has no part in it.
  if (isAllowed && method !== 'GET') expect(await rowsOfBystander(), row).toEqual(ofBystander);
  // A browser that comes back from a provider is sent on.
  if (isAllowed) expect(answer.status, row).toBeLessThan(400);
  else {
    expect(answer.status, row).toBe(expected);
    // A refused call writes neither a row nor an event.
    expect(await writes()).toEqual(before);
  }
}

/**
 * Each operation that has paid a reward in the walk: coins that are no purchase, no refund and moved by no
 * administrator.
 */
const rewards = new Set<string>();

async function databaseNow(): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(community.db);
  return rows[0]?.now ?? '';
}

async function paysSince(instant: string): Promise<boolean> {
  const { rows } = await sql`select from sumicoins_ledger where created_at > ${instant}::timestamptz
    and transaction_type not in ('purchase', 'refund', 'admin_credit', 'admin_debit') limit 1`.execute(
    community.db,
  );
  return rows.length > 0;
}

/** The same call about what does not exist; where it names nothing, the same call. */
function withAbsentId(row: string, call: Call): Call {
  const place = idPlaces(row, call, documented.get(row)).find(({ absent }) => absent !== null);
  return place?.put(place.absent ?? '') ?? call;
}

const ask = (person: Person | null, { method, path, body, headers }: Call) =>
  community.request(person, method, path, body, headers);

async function saidBy(answer: Response) {
  const { code, message } = refusal.parse(await answer.json());
  return { status: answer.status, code, message };
}

it('the control: a refusal that tells the servers of something is seen, although it stores nothing', async () => {
  const before = await writes();
  await sql`select pg_notify('access', 'somebody')`.execute(community.db);
  expect(await writes()).toEqual({
    ...before,
    notified: before.notified + 1,
    lastNotification: 'access somebody',
  });
});

it('a refusal is answered with its code, a message and the request id alone', async () => {
  const answer = await community.request(null, 'GET', '/api/profiles/me');
  expect(Object.keys(await answer.json()).sort()).toEqual(['code', 'message', 'requestId']);
});

it('every operation that takes an id says what the id of another person’s is answered, or why there is no other person', async () => {
  const silent: string[] = [];
  for (const [row, { says, anothers, call }] of Object.entries(policy)) {
    if (anothers) continue;
    const made = await call(community, await makerFor(says));
    if (idPlaces(row, made, documented.get(row)).length > 0) silent.push(row);
  }
  const reasoned = Object.values(ownedByNoOther).flat();
  expect(silent.sort()).toEqual([...reasoned].sort());
});

it('every route of the product has a row in the policy, and every row has a route', () => {
  const served = community.api.routes
    // Handlers under `/*` or of every method are middleware.
    .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('/*'))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  const auth = openAuthPaths.map((open) => open.replace(' ', ' /api/auth'));
  expect(Object.keys(policy).sort()).toEqual([...new Set([...served, ...auth])].sort());
});

const signUp = 'POST /api/auth/sign-up/email';
/** What earns coins: signing up, attending a class, watching a video, winning a season. */
const earning = [
  signUp,
  'PUT /api/classes/{id}/attendance',
  'POST /api/classes/{id}/roll-closing',
  'POST /api/videos/{id}/view',
  'POST /api/cup/seasons/{season}/close',
  'POST /api/cup/claims/{id}/confirm',
];

it('no operation issues a reward, but the acts that earn it', () => {
  expect([...rewards].filter((row) => !earning.includes(row))).toEqual([]);
  expect([...rewards]).toEqual(expect.arrayContaining([signUp].filter((row) => asked.test(row))));
});

it('the sign-in library answers only the addresses that the contract of accounts opens', async () => {
  const person = await community.person();
  for (const path of [
    '/update-user',
    '/delete-user',
    '/change-email',
    '/admin/list-users',
    '/ok',
    '/error',
  ]) {
    for (const method of ['GET', 'POST']) {
      const answer = await community.request(
        person,
        method,
        `/api/auth${path}`,
        method === 'POST' ? {} : undefined,
      );
      expect(answer.status, `${method} ${path}`).toBe(404);
    }
  }
});

it('the control: a statement that forgets whose rows it changes is seen in the rows of a person who has no part in it', async () => {
  expect(await rowsOfBystander()).toEqual(ofBystander);
  await sql`update guardian_consents set revoked_at = now()`.execute(community.db);
  expect(await rowsOfBystander()).not.toEqual(ofBystander);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '#shared/actor.ts';
import { countWrites, type Writes } from '../testing/answers/count-writes.ts';
import { type Community, newCommunity, type Person } from '../testing/community.ts';
import { phoneCodes, policy } from '../testing/permission-policy.ts';
import {
  type Answer,
  type Answers,
  type Call,
  type Kind,
  kinds,
  strongestAllowed,
} from '../testing/permission-row.ts';
import { personOfKind } from '../testing/rows/person-of-kind.ts';

// The permission walk visits every operation as five kinds of people. This one visits them in six states: the session
// expired or revoked, the person banned, demoted, with an unverified address, or a kid.

let community: Community;
let writes: () => Promise<Writes>;
beforeAll(async () => {
  // Where letters arrive, addresses can be verified; those of new people are not.
  community = await newCommunity({ mail: 'sent', phoneCodes });
  for (const kind of kinds) {
    const person = await personOfKind(community, kind);
    if (!person) continue;
    standing.set(kind, person);
    for (const state of [expire, revoke, ban]) {
      const another = (await personOfKind(community, kind)) as Person;
      await state(another);
      ended.push({ kind, state, person: another });
    }
  }
  writes = await countWrites(community);
});
afterAll(() => community.close());

const rows = Object.entries(policy);

/** One of each kind who is in no other state than that their address is not verified, for calls that are refused. */
const standing = new Map<Kind, Person>();
/** One of each kind whose session is no longer good. */
const ended: { kind: Kind; state: (session: Person) => Promise<void>; person: Person }[] = [];
const expired = new WeakSet<Person>();

/** What needs a verified address. */
const needsAddress = new Set([
  'POST /api/teachers/application',
  'POST /api/auth/link-social',
  'POST /api/accounts/passkeys/challenges',
  'POST /api/accounts/phone/codes',
  'POST /api/payments/payouts',
  'POST /api/functions/sync-calendar',
  'POST /api/cup/claims',
  'POST /api/reports',
]);

/** Which only people need whose address is not verified. */
const toVerify = 'POST /api/accounts/verification';

/** The library reads the session of these itself. A ban deletes every session in its own transaction. */
const checkedByLibrary = new Set([
  'POST /api/auth/two-factor/verify-totp',
  'POST /api/auth/two-factor/verify-backup-code',
]);

/** What students may and kids may not. Classes and videos of the policy are for adults, so kids do not find them. */
const notForKids: Record<string, number> = {
  'POST /api/accounts/invitations': 403,
  'PUT /api/profiles/me/handles': 403,
  'PUT /api/profiles/me/avatar': 403,
  'POST /api/teachers/application': 403,
  'POST /api/classes/{id}/seat-checkout': 404,
  'GET /api/classes/{id}': 404,
  'GET /api/classes/{id}/notes': 404,
  'GET /api/classes/{id}/messages': 404,
  'POST /api/classes/{id}/entry': 404,
  'GET /api/sharing/classes/{id}': 404,
  'GET /api/sharing/classes/{id}/event': 404,
  'POST /api/classes/{id}/enrolment': 404,
  'POST /api/classes/{id}/waiting': 404,
  'DELETE /api/classes/{id}/waiting': 404,
  'POST /api/reports': 404,
  'GET /api/videos/{id}': 404,
  'PUT /api/videos/{id}/like': 404,
  'DELETE /api/videos/{id}/like': 404,
  'PUT /api/videos/{id}/save': 404,
  'DELETE /api/videos/{id}/save': 404,
  'PUT /api/videos/{id}/not-interested': 404,
  'DELETE /api/videos/{id}/not-interested': 404,
  'POST /api/videos/{id}/view': 404,
};

it.each(rows)(
  '%s is answered to a session that is expired, revoked or of a banned person as to a visitor',
  async (row, { says, call }) => {
    let person = await personOfKind(community, makerKind(says));
    let made = await call(community, person);
    for (const end of [expire, revoke, ban]) {
      if (end === ban && checkedByLibrary.has(row)) continue;
      // What visitors may do may be done once only.
      if (!person || says.visitor === 'allowed') {
        person = await personOfKind(community, 'student');
        made = await call(community, person);
      }
      const session = await community.anotherSession(person as Person);
      await end(session);
      await expectAnswer(session, made, says.visitor, `${row}: ${end.name}`);
    }
    if (says.visitor === 'allowed' && made.method !== 'GET') return;
    for (const { kind, state, person: another } of ended) {
      if (state === ban && checkedByLibrary.has(row)) continue;
      // A code that no person has is tried a few times only.
      const one = strongestAllowed(says) ? made : await call(community, another);
      await expectAnswer(another, one, says.visitor, `${row}: ${kind}, ${state.name}`);
    }
  },
);

it.each(rows)(
  '%s is answered as the policy says to people whose address is unverified',
  async (row, { says, call }) => {
    let refused: Call | undefined;
    for (const kind of kinds.slice(1)) {
      const expected = says[kind];
      if (expected === 403) {
        refused ??= await call(community, await personOfKind(community, makerKind(says)));
        await expectAnswer(standing.get(kind) as Person, refused, expected, `${row}: ${kind}`);
        continue;
      }
      const person = (await personOfKind(community, kind)) as Person;
      await verifyAddress(person);
      const made = await call(community, person);
      await verifyAddress(person, false);
      const session = await community.anotherSession(person);
      await expectAnswer(session, made, needsAddress.has(row) ? 403 : expected, `${row}: ${kind}`);
    }
  },
);

it.each(rows)(
  '%s is answered to an administrator or a teacher who was just made a student as to a student',
  async (row, { says, call }) => {
    for (const kind of ['administrator', 'verified teacher'] as const) {
      const may = says[kind] === 'allowed';
      // What a teacher shares with students is no more theirs.
      if (kind === 'verified teacher' && !(may && says.student !== 'allowed')) continue;
      const person = (await personOfKind(community, kind)) as Person;
      if (row !== toVerify) await verifyAddress(person);
      let made = may ? await call(community, person) : null;
      await setRole(person, 'student');
      made ??= await call(community, person);
      await expectAnswer(await community.anotherSession(person), made, says.student, `${row}: ${kind}`);
    }
  },
);

it.each(rows)('%s is answered to a kid as the policy says', async (row, { says, call }) => {
  const person = (await personOfKind(community, 'student')) as Person;
  if (row !== toVerify) await verifyAddress(person);
  const made = await call(community, person);
  await makeKid(person);
  const kid = await community.anotherSession(person);
  const before = await writes();
  if (notForKids[row] === undefined) await expectAnswer(kid, made, says.student, row);
  else {
    const { status } = await ask(kid, made);
    expect(status).toBe(notForKids[row]);
    expect(await writes()).toEqual(before);
  }
});

it.each(
  rows.filter(
    ([, { says }]) => says['verified teacher'] === 'allowed' && says['pending teacher'] !== 'allowed',
  ),
)(
  '%s is answered to a verified teacher whose account was marked as a kid’s as to a pending one',
  async (row, { says, call }) => {
    const person = await personOfKind(community, 'verified teacher');
    const made = await call(community, person);
    await makeKid(person!);
    await expectAnswer(await community.anotherSession(person!), made, says['pending teacher'], row);
  },
);

/** The kind with the most rights of those that may; a student for what none may. */
const makerKind = (says: Answers): Kind => strongestAllowed(says) ?? 'student';

async function expectAnswer(person: Person | null, made: Call, expected: Answer, about: string) {
  const before = expected === 'allowed' ? null : await writes();
  const { status } = await ask(person, made);
  if (expected === 'allowed') expect(status, about).toBeLessThan(400);
  else {
    expect(status, about).toBe(expected);
    const after = await writes();
    if (!before || !person || !expired.has(person)) expect(after, about).toEqual(before);
    else expect([before, withSessionDeleted(before, person)], about).toContainEqual(after);
  }
}

/** The library deletes the session that it finds expired, and a trigger publishes that and notifies servers of it. */
const withSessionDeleted = ({ count, notified }: Writes, { id }: Person): Writes => ({
  count: count + 2,
  table: 'sessions',
  notified: notified + 1,
  lastNotification: `access ${id}`,
});

async function ask(person: Person | null, { method, path, body, headers }: Call): Promise<Response> {
  const answer = await community.request(person, method, path, body, headers);
  await answer.body?.cancel().catch(() => {});
  return answer;
}

const tokenOf = ({ cookie }: Person) => decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';

async function expire(session: Person) {
  expired.add(session);
  const expiresAt = new Date(Date.now() - 1000);
  await community.db
    .updateTable('sessions')
    .set({ expiresAt })
    .where('token', '=', tokenOf(session))
    .execute();
}

async function revoke(session: Person) {
  await community.db.deleteFrom('sessions').where('token', '=', tokenOf(session)).execute();
}

async function ban({ id }: Person) {
  await community.db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', id).execute();
}

async function verifyAddress({ id }: Person, emailVerified = true) {
  await community.db.updateTable('users').set({ emailVerified }).where('id', '=', id).execute();
}

async function makeKid({ id }: Person) {
  await community.db.updateTable('profiles').set({ ageGroup: 'kid' }).where('userId', '=', id).execute();
}

async function setRole({ id: userId }: Person, role: Role) {
  await community.db.deleteFrom('userRoles').where('userId', '=', userId).execute();
  await community.db.insertInto('userRoles').values({ userId, role }).execute();
}

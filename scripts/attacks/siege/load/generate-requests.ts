import { hashPassword, verifyPassword } from 'better-auth/crypto';
import fc from 'fast-check';
import type { Db } from '#server/db/connect.ts';
import { markLongPasswords } from '../../../../src/features/accounts/sign-in/mark-long-passwords.ts';
import { type Community, testSecret } from '../../../../src/testing/community.ts';
import { type Described, requestsAround } from '../../../../src/testing/fuzz/requests-of.ts';
import { policy } from '../../../../src/testing/permission-policy.ts';
import { strongestAllowed } from '../../../../src/testing/permission-row.ts';
import { insertPerson } from '../../../../src/testing/rows/insert-person.ts';
import { personOfKind } from '../../../../src/testing/rows/person-of-kind.ts';
import type { SeededRandom } from '../../../../src/testing/seeded-random.ts';
import type { Server } from '../servers/start-server.ts';
import { origin } from '../servers/system-under-test.ts';
import { ask } from './ask.ts';
import type { Request } from './writes.ts';

/** Streams that never end: the siege watches them (`watch-streams.ts`). */
const streams = /\/api\/events/;

/** The book knows what a new account is given: a generated number may not change it. */
const settings = 'PUT /api/coins/settings';

const requestsEach = 3;

/**
 * Requests around the calls of these operations of the OpenAPI document, by people of their own. The first of each is
 * the call itself, which the operation takes.
 */
export async function generateRequests(
  db: Db,
  server: Server,
  chance: SeededRandom,
  operations: readonly string[],
): Promise<Request[]> {
  const documented = await readDocument(server);
  const community = communityOf(db, server);
  const requests: Request[] = [];
  for (const row of operations) {
    if (streams.test(row)) continue;
    const { says, call: callBy } = policy[row]!;
    const person = await personOfKind(community, strongestAllowed(says) ?? 'student');
    const call = await callBy(community, person);
    const around = requestsAround(call, documented.get(row), person ? [person.id] : ['none']);
    const by = person && { ...person, address: `10.200.${chance.between(0, 255)}.7` };
    const bent = fc.sample(around, { seed: chance.between(0, 2 ** 30), numRuns: requestsEach - 1 });
    for (const wire of row === settings ? [call] : [call, ...bent])
      requests.push({ name: row, by, call: wire });
  }
  return requests;
}

/** As much of a community as the rows of the policy use. */
function communityOf(db: Db, server: Server): Community {
  const authentication = {
    $context: Promise.resolve({
      password: markLongPasswords({ hash: hashPassword, verify: verifyPassword }, 6),
    }),
  };
  const community: Pick<Community, 'db' | 'person' | 'request' | 'now'> & object = {
    db,
    ...{ authentication },
    now: () => new Date(),
    person: (traits = {}) => insertPerson(db, traits, { secret: testSecret }),
    async request(person, method, path, body, headers = {}) {
      const sender = { ...(person && { cookie: person.cookie }), origin, address: '10.8.8.8' };
      const { status, text } = await ask(server.url, { method, path, body, headers }, sender);
      return new Response(text, { status: Number(status) });
    },
  };
  return community as Community;
}

/** The operations of the OpenAPI document by the names that the policy gives them. */
async function readDocument({ url }: Server): Promise<Map<string, Described>> {
  const path = '/api/openapi.json';
  const { text } = await ask(url, { method: 'GET', path }, { origin, address: '10.8.8.8' });
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Described>> };
  return new Map(
    Object.entries(paths).flatMap(([at, methods]) =>
      Object.entries(methods).map(([method, described]) => [`${method.toUpperCase()} ${at}`, described]),
    ),
  );
}

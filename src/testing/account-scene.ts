import { type Community, newCommunity, type Person } from './community.ts';

export type AccountScene = Awaited<ReturnType<typeof accountScene>>;

/** A community whose administrator changes other people's accounts, by the requests that a browser sends. */
export async function accountScene() {
  const community = await newCommunity();
  const admin = await community.person({ role: 'admin', name: 'Adela', coins: 100 });
  await community.person({ role: 'admin' });
  return {
    community,
    admin,
    ask: (method: string, person: Person, rest: string, body?: unknown, key?: string) =>
      community.request(admin, method, `/api/people/${person.id}${rest}`, body, {
        ...(key && { 'idempotency-key': key }),
      }),
    linesAbout: (person: Person) => linesAbout(community, person),
    noticesTo: (person: Person) => noticesTo(community, person),
    me: (person: Person) => me(community, person),
  };
}

/** What the audit log says of a person, in order. */
async function linesAbout({ db }: Community, person: Person) {
  return db
    .selectFrom('auditLines')
    .select(['act', 'reason', 'detail'])
    .where('personId', '=', person.id)
    .orderBy('id')
    .execute();
}

/** The kinds of a person's notices, in order. */
async function noticesTo({ db }: Community, person: Person): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('kind')
    .where('userId', '=', person.id)
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
}

/** The account that a person's session reads; null when they are signed out. */
async function me(community: Community, person: Person) {
  const answer = await community.request(person, 'GET', '/api/accounts/me');
  return ((await answer.json()) as { account: { ageGroup: string } | null }).account;
}

import { readAccount } from '#features/accounts/contract.ts';
import { answerOf } from './answers/answer-of.ts';
import { insertClass } from './class-scene.ts';
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
    me: (person: Person) => me(community, person),
  };
}

export type AgeScene = Awaited<ReturnType<typeof ageScene>>;

export const guardianEmail = () => `madre-${crypto.randomUUID()}@example.org`;

/** A community in which people answer for their age, by the requests that browsers send. */
export async function ageScene() {
  const community = await newCommunity();
  const admin = await community.person({ role: 'admin' });
  return {
    community,
    admin,
    /** A person who has not answered yet. */
    async newcomer(name: string): Promise<Person> {
      const person = await community.person({ name });
      await community.db
        .updateTable('profiles')
        .set({ ageAnswered: false })
        .where('userId', '=', person.id)
        .execute();
      return person;
    },
    answer: (person: Person, body: object) => community.request(person, 'PUT', '/api/people/me/age', body),
    askGuardian: (kid: Person, address: string) =>
      community.request(kid, 'POST', '/api/people/me/guardian', { guardianEmail: address }),
    setConsent: (kid: Person, given: boolean, who = admin) =>
      community.request(who, 'PUT', `/api/people/${kid.id}/guardian-consent`, { given }),
    /** What a guardian does who got a letter with that token. */
    follow: (token: string) => community.request(null, 'POST', '/api/accounts/links/follow', { token }),
    withdraw: (token: string) => community.request(null, 'POST', '/api/people/withdrawals', { token }),
    letterTo: async (address: string) => (await community.letters()).find(({ to }) => to === address),
    me: (person: Person) => me(community, person),
    /** A class that is open to every tier. */
    async newClass(targetAudience: 'kid' | 'adult'): Promise<string> {
      const teacher = await community.person({ role: 'teacher', verified: true });
      const startsAt = new Date(community.now().getTime() + 86_400_000);
      return insertClass(community.db, teacher, { targetAudience, requiredTier: 'free', startsAt });
    },
    enrol: (person: Person, classId: string) =>
      community.request(person, 'POST', `/api/classes/${classId}/enrolment`),
    seats: ({ id }: Person) =>
      community.db.selectFrom('classEnrollments').select('classId').where('userId', '=', id).execute(),
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

/** The account that a person's session reads; null when they are signed out. */
async function me(community: Community, person: Person) {
  return (await answerOf(community.request(person, 'GET', '/api/accounts/me'), readAccount)).account;
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { everyOwnData } from '../../../every-own-data.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceBehind } from '../../../testing/races/race.ts';
import { ctxInSession, goodPassword, personWithPassword } from '../../../testing/sign-in.ts';
import { deleteAccount } from './delete-account.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

const cash = { kind: 'membership', tier: 'basic', amountCents: 1000, method: 'cash', note: 'Ana pagó' };
const form = { bio: 'Doy conversación.', languagesTaught: ['fr'], specialties: [], experienceYears: 4 };
const kidAnswers = 'the answer of a kid, which names a guardian';
const guardianEmail = 'mama@example.org';
const lastDay = () => community.now().toISOString().slice(0, 10);
const as = (person: Person, method: string, path: string, body: object) =>
  community.request(person, method, `/api${path}`, body);

/** What is asked for, and what it is answered once the account is gone. */
const requests: Record<
  string,
  { ask: (person: Person) => Promise<Response>; code: string; before?: (person: Person) => Promise<unknown> }
> = {
  'a payment that an administrator records by hand': {
    ask: ({ id: personId }) => as(admin, 'POST', '/payments/manual', { ...cash, personId }),
    code: 'payments/no-such-person',
  },
  'the checkout of a plan': {
    ask: (person) => as(person, 'POST', '/memberships/mine/checkout', { tier: 'basic' }),
    code: 'accounts/sign-in-first',
  },
  'an invitation link': {
    ask: (person) =>
      as(person, 'POST', '/accounts/invitations', { label: 'Ana', mostUses: 3, lastDay: lastDay() }),
    code: 'accounts/sign-in-first',
  },
  'a handle of another platform': {
    ask: (person) => as(person, 'PUT', '/profiles/me/handles', { instagram: 'ana.aprende' }),
    code: 'accounts/sign-in-first',
  },
  'an application to teach': {
    ask: (person) => as(person, 'POST', '/teachers/application', form),
    code: 'accounts/sign-in-first',
  },
  [kidAnswers]: {
    before: ({ id }) =>
      community.db.updateTable('profiles').set({ ageAnswered: false }).where('userId', '=', id).execute(),
    ask: (person) => as(person, 'PUT', '/people/me/age', { ageGroup: 'kid', guardianEmail }),
    code: 'accounts/sign-in-first',
  },
  'the guardian whom a kid names': {
    before: async (person) => {
      await requests[kidAnswers]?.before?.(person);
      await as(person, 'PUT', '/people/me/age', { ageGroup: 'kid' });
    },
    ask: (person) => as(person, 'POST', '/people/me/guardian', { guardianEmail }),
    code: 'accounts/sign-in-first',
  },
};

const tables = [
  'payments',
  'userMemberships',
  'inviteLinks',
  'oauthConnections',
  'teacherProfiles',
  'guardianConsents',
] as const;

/** What comes of a request that waits for the deletion of an account, and how many rows of the person it leaves. */
async function behindDeletion(
  start: (person: Person) => Promise<unknown>,
  before?: (person: Person) => Promise<unknown>,
) {
  const person = await personWithPassword(community);
  await before?.(person);
  const parts = { passwords: { verify: async () => true }, ownData: everyOwnData };
  const [outcome] = await raceBehind(
    await ctxInSession(community, person),
    (ctx) => deleteAccount(ctx, parts, { password: goodPassword, typed: person.email }),
    () => [start(person)],
  );
  let rows = 0;
  for (const table of tables)
    rows += (await community.db.selectFrom(table).select('userId').where('userId', '=', person.id).execute())
      .length;
  return { outcome, rows };
}

describe('a request that waits for the deletion of an account', () => {
  it.each(Object.entries(requests))(
    'brings nothing of the person back: %s',
    async (_what, { ask, code, before }) => {
      const { outcome, rows } = await behindDeletion(
        async (person) => (await (await ask(person)).json()).code,
        before,
      );
      expect(outcome).toEqual({ status: 'fulfilled', value: code });
      expect(rows).toBe(0);
    },
  );

  it('the control: leaves an invitation link where the account is locked and not looked at', async () => {
    const ctx = await community.ctxFor();
    const { rows } = await behindDeletion(({ id: userId }) =>
      inTransaction(ctx, async ({ db, now }) => {
        await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
        const endsAt = new Date(now.getTime() + 86_400_000);
        await db.insertInto('inviteLinks').values({ userId, label: 'Ana', mostUses: 3, endsAt }).execute();
      }),
    );
    expect(rows).toBe(1);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { everyOwnData } from '../../../every-own-data.ts';
import { insertAttended } from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type Person, type PersonTraits } from '../../../testing/community.ts';
import { raceBehind } from '../../../testing/races/race.ts';
import { insertVideo } from '../../../testing/rows/insert-video.ts';
import { ctxInSession, goodPassword, personWithPassword } from '../../../testing/sign-in.ts';
import { deleteAccount } from './delete-account.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
  video = await insertVideo(community.db, {});
});
afterAll(() => community.close());

const cash = { kind: 'membership', tier: 'basic', amountCents: 1000, method: 'cash', note: 'Ana pagó' };
const form = { bio: 'Doy conversación.', languagesTaught: ['fr'], specialties: [], experienceYears: 4 };
const kidAnswers = 'the answer of a kid, which names a guardian';
const guardianEmail = 'mama@example.org';
const lastDay = () => community.now().toISOString().slice(0, 10);
const event = {
  title: 'Reunión',
  description: 'De profes.',
  date: '2027-12-01',
  time: '18:00',
  duration: 45,
};
const liveClass = {
  kind: 'club',
  title: 'English Coffee',
  description: 'Hablamos de la semana.',
  date: '2027-11-24',
  time: '19:00',
  zone: 'America/New_York',
};
let video: string;
let attended: string;
const as = (person: Person, method: string, path: string, body: object) =>
  community.request(person, method, `/api${path}`, body);

/** What is asked for, and what it is answered once the account is gone. */
const requests: Record<
  string,
  {
    ask: (person: Person) => Promise<Response>;
    code: string | undefined;
    before?: (person: Person) => Promise<unknown>;
    traits?: PersonTraits;
  }
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
  'a report of a video': {
    ask: (person) =>
      as(person, 'POST', '/reports', {
        kind: 'video',
        subject: video,
        reason: 'harmful',
        words: 'Es de Ana',
      }),
    code: 'accounts/sign-in-first',
  },
  'a like': {
    ask: (person) => as(person, 'PUT', `/videos/${video}/like`, {}),
    code: 'http/not-found',
  },
  'a view': {
    ask: (person) => as(person, 'POST', `/videos/${video}/view`, { watchedSeconds: 30 }),
    code: undefined,
  },
  'a proposal of a video': {
    traits: { role: 'teacher', verified: true },
    ask: (person) =>
      as(person, 'POST', '/videos/proposals', {
        address: 'https://youtu.be/aaaaaaaaaaa',
        title: 'De Ana',
        language: 'en',
        level: 'basic',
        topics: ['conversation'],
      }),
    code: 'accounts/sign-in-first',
  },
  'a review of a class': {
    before: async (person) => {
      const teacher = await community.person({ role: 'teacher', verified: true });
      attended = await insertAttended(community.db, teacher, person);
    },
    ask: (person) => as(person, 'PUT', `/classes/${attended}/review`, { rating: 5, words: 'Muy bien' }),
    code: 'accounts/sign-in-first',
  },
  'the address of a calendar': {
    ask: (person) => as(person, 'POST', '/calendar/feed', {}),
    code: 'accounts/sign-in-first',
  },
  'an event of an organiser': {
    traits: { role: 'teacher', verified: true },
    ask: (person) => as(person, 'POST', '/functions/calendar', { action: 'create', event }),
    code: 'accounts/sign-in-first',
  },
  'a class': {
    traits: { role: 'teacher', verified: true },
    ask: (person) => as(person, 'POST', '/classes', liveClass),
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

/** The column that names the person, by table. */
const tables = {
  payments: 'user_id',
  user_memberships: 'user_id',
  invite_links: 'user_id',
  oauth_connections: 'user_id',
  teacher_profiles: 'user_id',
  guardian_consents: 'user_id',
  reports: 'reporter_id',
  videos: 'proposed_by',
  video_interactions: 'user_id',
  class_reviews: 'user_id',
  calendar_feeds: 'user_id',
  calendar_own_events: 'owner_id',
  classes: 'created_by',
  class_series: 'created_by',
};

/** What comes of a request that waits for the deletion of an account, and how many rows of the person it leaves. */
async function behindDeletion(
  start: (person: Person) => Promise<unknown>,
  { before, traits }: { before?: (person: Person) => Promise<unknown>; traits?: PersonTraits } = {},
) {
  const person = await personWithPassword(community, traits);
  await before?.(person);
  const parts = { passwords: { verify: async () => true }, ownData: everyOwnData };
  const [outcome] = await raceBehind(
    await ctxInSession(community, person),
    (ctx) => deleteAccount(ctx, parts, { password: goodPassword, typed: person.email }),
    () => [start(person)],
  );
  let rows = 0;
  for (const [table, column] of Object.entries(tables)) {
    const left = sql`select from ${sql.id(table)} where ${sql.id(column)} = ${person.id}`;
    rows += (await left.execute(community.db)).rows.length;
  }
  return { outcome, rows };
}

describe('a request that waits for the deletion of an account', () => {
  it.each(Object.entries(requests))(
    'brings nothing of the person back: %s',
    async (_what, { ask, code, ...given }) => {
      const { outcome, rows } = await behindDeletion(
        async (person) => (await (await ask(person)).json()).code,
        given,
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

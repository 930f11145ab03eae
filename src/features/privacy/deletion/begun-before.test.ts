import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unsubscribeToken } from '#features/notifications/letters/unsubscribe-token.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { mondayOf } from '#shared/time/calendar-days.ts';
import { everyOwnData } from '../../../every-own-data.ts';
import { insertAttended, insertClass, insertSeats } from '../../../testing/class-scene.ts';
import {
  type Community,
  newCommunity,
  type Person,
  type PersonTraits,
  testSecret,
} from '../../../testing/community.ts';
import { raceBehind } from '../../../testing/races/race.ts';
import { insertVideo } from '../../../testing/rows/insert-video.ts';
import { publishBoard } from '../../../testing/rows/publish-board.ts';
import { ctxInSession, goodPassword, personWithPassword } from '../../../testing/sign-in.ts';
import { deleteAccount } from './delete-account.ts';

let community: Community;
let admin: Person;
let teacher: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
  video = await insertVideo(community.db, {});
  teacher = await community.person({ role: 'teacher', verified: true });
  await publishBoard(await community.ctxFor(admin), ['name,username,total exp', 'Ana Ruiz,ana.ruiz,900']);
});
afterAll(() => community.close());

const cash = { kind: 'membership', tier: 'basic', amountCents: 1000, method: 'cash', note: 'Ana pagó' };
const form = { bio: 'Doy conversación.', languagesTaught: ['fr'], specialties: [], experienceYears: 4 };
const kidAnswers = 'the answer of a kid, which names a guardian';
const guardianEmail = 'mama@example.org';
const daysAhead = (days: number) => new Date(community.now().getTime() + days * 86_400_000);
const dayAhead = (days: number) => daysAhead(days).toISOString().slice(0, 10);
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
let classId: string;
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
      as(person, 'POST', '/accounts/invitations', { label: 'Ana', mostUses: 3, lastDay: dayAhead(0) }),
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
      classId = await insertAttended(community.db, teacher, person);
    },
    ask: (person) => as(person, 'PUT', `/classes/${classId}/review`, { rating: 5, words: 'Muy bien' }),
    code: 'accounts/sign-in-first',
  },
  'a message to a class': {
    traits: { role: 'admin' },
    before: async () => {
      classId = await insertClass(community.db, teacher, { startsAt: daysAhead(1) });
      await insertSeats(community.db, classId, await community.person());
    },
    ask: (person) => as(person, 'POST', `/classes/${classId}/messages`, { words: 'Soy Ana' }),
    code: 'accounts/sign-in-first',
  },
  'the notes of a class': {
    traits: { role: 'admin' },
    before: async () => {
      classId = await insertAttended(community.db, teacher, await community.person());
    },
    ask: (person) =>
      as(person, 'PUT', `/classes/${classId}/notes`, { notes: 'De Ana', phrases: [], version: 0 }),
    code: 'accounts/sign-in-first',
  },
  'the reason of an absence': {
    before: async ({ id: userId }) => {
      classId = await insertClass(community.db, teacher, { kind: 'club', startsAt: daysAhead(1) });
      const absence = { classId, userId, how: 'left-late' as const, recordedAt: community.now() };
      await community.db.insertInto('classAbsences').values(absence).execute();
    },
    ask: (person) => as(person, 'PUT', `/classes/${classId}/absence`, { reason: 'illness', words: 'Gripe' }),
    code: 'accounts/sign-in-first',
  },
  'a place in a waiting list': {
    before: async () => {
      classId = await insertClass(community.db, teacher, { startsAt: daysAhead(1), maxStudents: 1 });
      await insertSeats(community.db, classId, await community.person());
    },
    ask: (person) => as(person, 'POST', `/classes/${classId}/waiting`, {}),
    code: 'accounts/sign-in-first',
  },
  'a claim of a row of the cup': {
    ask: (person) => as(person, 'POST', '/cup/claims', { username: 'ana.ruiz' }),
    code: 'accounts/sign-in-first',
  },
  'an alias in the cup': {
    ask: (person) => as(person, 'PUT', '/cup/visibility', { hidden: true }),
    code: 'accounts/sign-in-first',
  },
  'a choice about notices': {
    ask: (person) => as(person, 'PATCH', '/notifications/choices', { digest: false }),
    code: 'accounts/sign-in-first',
  },
  'the link in a letter that stops others': {
    ask: (person) => {
      const token = unsubscribeToken(testSecret, { userId: person.id, topics: ['classes'] });
      return as(person, 'POST', `/notifications/unsubscribe/${token}`, {});
    },
    code: 'notifications/unsubscribe-invalid',
  },
  'a holiday of a streak': {
    ask: (person) =>
      as(person, 'PUT', '/profiles/me/holiday', { firstDay: dayAhead(3), lastDay: dayAhead(4) }),
    code: 'accounts/sign-in-first',
  },
  'a purchase': {
    traits: { coins: 300 },
    ask: (person) => as(person, 'POST', '/store/orders', { itemId: 'premium-material', priceSeen: 300 }),
    code: 'accounts/sign-in-first',
  },
  'push messages to a browser': {
    ask: (person) => {
      const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) };
      const device = { endpoint: 'https://push.example.org/ana', keys, person: person.id };
      return as(person, 'POST', '/notifications/devices', device);
    },
    code: 'accounts/sign-in-first',
  },
  'another name': {
    ask: (person) => as(person, 'PATCH', '/profiles/me', { name: 'Ana Otra' }),
    code: 'accounts/sign-in-first',
  },
  'a portrait': {
    ask: (person) => as(person, 'PUT', '/profiles/me/portrait', { portrait: 'toucan' }),
    code: 'accounts/sign-in-first',
  },
  'what a member learns': {
    ask: (person) => as(person, 'PUT', '/quiz/answers', { languages: ['fr'], level: 'basic' }),
    code: 'accounts/sign-in-first',
  },
  'the copy of a class into another week': {
    traits: { role: 'admin' },
    before: async (person) => {
      classId = await insertClass(community.db, person, { startsAt: daysAhead(-7) });
    },
    ask: (person) => {
      const [from, to] = [mondayOf(dayAhead(-7)), mondayOf(dayAhead(7))];
      return as(person, 'POST', '/classes/week-copies', { from, to, classIds: [classId] });
    },
    code: undefined,
  },
  'an import of the calendar': {
    traits: { role: 'admin' },
    before: async () => {
      const startsAt = daysAhead(1);
      const event = { eventId: 'meeting', title: 'Reunión', description: '', zone: 'America/Bogota' };
      await community.db
        .insertInto('calendarEvents')
        .values({ ...event, startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000) })
        .execute();
    },
    ask: (person) => as(person, 'POST', '/functions/sync-calendar', { userId: person.id }),
    code: undefined,
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
  orders: 'user_id',
  push_subscriptions: 'user_id',
  user_memberships: 'user_id',
  invite_links: 'user_id',
  oauth_connections: 'user_id',
  teacher_profiles: 'user_id',
  guardian_consents: 'user_id',
  reports: 'reporter_id',
  videos: 'proposed_by',
  video_interactions: 'user_id',
  class_reviews: 'user_id',
  class_messages: 'written_by',
  class_notes: 'written_by',
  class_waiting: 'user_id',
  cup_claims: 'user_id',
  cup_aliases: 'user_id',
  notice_settings: 'user_id',
  streak_holidays: 'user_id',
  calendar_feeds: 'user_id',
  calendar_own_events: 'owner_id',
  class_series: 'created_by',
};

/**
 * How many rows hold something of the person. Their past classes stay, and the rows of a profile and of an absence,
 * without what they said.
 */
async function countTraces({ id }: Person): Promise<number> {
  const traces = [
    ...Object.entries(tables).map(
      ([table, column]) => sql`select from ${sql.id(table)} where ${sql.id(column)} = ${id}`,
    ),
    sql`select from classes where created_by = ${id} and starts_at > ${community.now()}`,
    sql`select from profiles where user_id = ${id} and languages <> '{}'`,
    sql`select from class_absences where user_id = ${id} and words is not null`,
  ];
  let rows = 0;
  for (const trace of traces) rows += (await trace.execute(community.db)).rows.length;
  return rows;
}

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
  return { outcome, rows: await countTraces(person) };
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

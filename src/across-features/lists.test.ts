import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertClass } from '../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../testing/community.ts';
import { readDocument } from '../testing/fuzz/read-document.ts';
import { insertVideo } from '../testing/rows/insert-video.ts';

/** How many rows of each kind there are, all of one instant: more than the longest page without a limit has. */
const many = 27;
const instant = new Date('2026-11-19T10:00:00.123Z');
const tomorrow = new Date('2026-11-21T10:00:00.123Z');

let community: Community;
let ana: Person;
let teacher: Person;
let admin: Person;
let reviewed: string;
beforeAll(async () => {
  community = await newCommunity();
  community.setNow(new Date('2026-11-20T10:00:00Z'));
  const { db } = community;
  ana = await community.person({ tier: 'vip' });
  teacher = await community.person({ role: 'teacher', verified: true });
  admin = await community.person({ role: 'admin' });
  for (let n = 0; n < many; n++) await fill();
  reviewed = await insertClass(db, admin, { startsAt: tomorrow });
  await sql`insert into class_reviews (class_id, user_id, teacher_id, rating, created_at)
    select ${reviewed}, id, ${admin.id}, 5, ${instant} from users where id not in (${ana.id}, ${teacher.id}, ${admin.id})`.execute(
    db,
  );
  await sql`insert into class_messages (class_id, words, written_by, readers, sent_at)
    select ${reviewed}, 'Mensaje ' || n, ${admin.id}, 1, ${instant} from generate_series(1, ${many}) n`.execute(
    db,
  );
  await sql`insert into announcements (title, words, audience, author_id, posted_at)
    select 'Novedad ' || n, 'x', 'everybody', ${admin.id}, ${instant} from generate_series(1, ${many}) n`.execute(
    db,
  );
  await sql`update users set created_at = ${instant}`.execute(db);
  await sql`update teacher_profiles set applied_at = ${instant}`.execute(db);
}, 60_000);
afterAll(() => community.close());

async function fill() {
  const { db } = community;
  const past = await insertClass(db, admin, { startsAt: instant });
  await insertClass(db, admin, { startsAt: tomorrow });
  const seats = { classId: past, userId: ana.id };
  await db.insertInto('classEnrollments').values(seats).execute();
  const video = await insertVideo(db, { proposedBy: teacher.id, createdAt: instant });
  const saved = { userId: ana.id, videoId: video, interactionType: 'save' as const, createdAt: instant };
  await db.insertInto('videoInteractions').values(saved).execute();
  await insertVideo(db, { moderationStatus: 'pending', createdAt: instant });
  await db
    .insertInto('payments')
    .values({
      userId: ana.id,
      kind: 'membership',
      tier: 'basic',
      method: 'card',
      provider: 'test',
      amountCents: 1000,
      platformShareCents: 1000,
      status: 'completed',
      createdAt: instant,
      completedAt: instant,
    })
    .execute();
  await db
    .insertInto('notifications')
    .values({ userId: ana.id, kind: 'store.order-fulfilled', detail: '{}', createdAt: instant })
    .execute();
  await db
    .insertInto('inviteLinks')
    .values({ userId: ana.id, label: 'Grupo', mostUses: 5, endsAt: tomorrow, createdAt: instant })
    .execute();
  await community.person({ role: 'teacher' });
}

type Item = { id?: string; userId?: string };

async function walk(person: Person, path: string): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const glue = path.includes('?') ? '&' : '?';
    const answer = await community.request(person, 'GET', `${path}${cursor && `${glue}cursor=${cursor}`}`);
    expect(answer.status, path).toBe(200);
    // A list of any operation: its answer is compared with its contract as it is sent (check-answers.ts).
    const page = (await answer.json()) as { items: Item[]; nextCursor: string | null };
    seen.push(...page.items.map(({ id, userId }) => id ?? userId ?? ''));
    cursor = page.nextCursor;
  }
  return seen;
}

describe('a list whose rows share one instant', () => {
  it.each<[string, () => Person, () => string, number]>([
    ['classes to come', () => ana, () => '/api/classes?limit=4', many + 1],
    ['past classes', () => ana, () => '/api/classes/past?limit=4', many],
    ['managed classes', () => admin, () => '/api/classes/managed?limit=4', 2 * many + 1],
    ['reviews of a class', () => admin, () => `/api/classes/${reviewed}/reviews?limit=4`, many],
    ['announcements', () => ana, () => '/api/announcements?limit=4', many],
    ['managed announcements', () => admin, () => '/api/announcements/managed?limit=4', many],
    ['messages to a class', () => admin, () => `/api/classes/${reviewed}/messages?limit=4`, many],
    ['own payments', () => ana, () => '/api/payments/mine', many],
    ['payments', () => admin, () => '/api/payments?limit=4', many],
    ['the feed', () => ana, () => '/api/videos', many],
    ['saved videos', () => ana, () => '/api/videos/saved', many],
    ['own proposals', () => teacher, () => '/api/videos/proposals', many],
    ['videos that wait', () => admin, () => '/api/videos/moderation?status=pending', many],
    ['videos that are decided', () => admin, () => '/api/videos/moderation?status=approved', many],
    ['notifications', () => ana, () => '/api/notifications?limit=4', many],
    ['applications', () => admin, () => '/api/teachers/applications?limit=4', many],
    ['own invitation links', () => ana, () => '/api/accounts/invitations?limit=4', many],
    ['invitation links', () => admin, () => '/api/people/invitations?limit=4', many],
    ['people', () => admin, () => '/api/people?limit=4', many + 3],
  ])('gives each row once, page by page: %s', async (_, person, path, count) => {
    const seen = await walk(person(), path());
    expect(seen).toHaveLength(count);
    expect(new Set(seen).size).toBe(count);
  });
});

describe('a malformed cursor', () => {
  it('is refused as bad input by every list, which names the field', async () => {
    const lists = [...(await readDocument(community))]
      .filter(([, { parameters }]) => parameters?.some(({ name }) => name === 'cursor'))
      .map(([operation]) => {
        const path = operation.replace('GET ', '');
        const id = /^\/api\/((sharing\/)?teachers|people)\//.test(path) ? teacher.id : reviewed;
        return path
          .replace('{id}', id)
          .replace('{season}', '2026-10')
          .replace('{kind}/{subject}', `video/${id}`);
      });
    expect(lists.length).toBeGreaterThanOrEqual(24);
    const cursors = ['nonsense', btoa('[]'), btoa('["x"]'), btoa('["x","y"]'), btoa('[1,2]')];
    for (const path of lists) {
      for (const cursor of cursors) {
        const answer = await community.request(admin, 'GET', `${path}?cursor=${cursor}`);
        expect(await answer.json(), path).toMatchObject({
          code: 'http/bad-input',
          detail: { field: 'cursor' },
        });
      }
    }
  });
});

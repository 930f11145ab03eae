import { sql } from 'kysely';
import { expect } from 'vitest';
import { offerSeats } from '#features/classes/waiting/offer-seats.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Community } from '../community.ts';
import { type SharedReadsScene, start } from './shared-reads-scene.ts';

type Acts = Record<string, () => Promise<unknown>>;

/** What people and administrators do, by requests to either process and by SQL alone, which sends no NOTIFY. */
export function actsIn(scene: SharedReadsScene): Acts {
  const { community, keeping, people, admin, publishBoard } = scene;
  const idOf = (who: string) => people[who]?.id ?? '';
  return {
    'a student takes a seat': () => ask(scene, community.request, 'a student with a seat', 'POST', 0),
    'a student takes a seat in a class that their list does not show': () =>
      ask(scene, community.request, 'a student of another language', 'POST', 0),
    'a student takes a seat through the process that keeps pages': () =>
      ask(scene, keeping, 'a student', 'POST', 5),
    'a student takes the only seat of a class': () =>
      ask(scene, community.request, 'a student with a seat', 'POST', withOneSeat),
    'a student waits for it': () =>
      ask(scene, community.request, 'a student who is offered a seat', 'POST', withOneSeat, 'waiting'),
    'another student waits, through the process that keeps pages': () =>
      ask(scene, keeping, 'a student who waits', 'POST', withOneSeat, 'waiting'),
    'a student likes a video, through the process that keeps pages': () =>
      react(scene, keeping, 'a student', 'Frases 3', 'like'),
    'a student refuses a video': () =>
      react(scene, community.request, 'a student', 'Frases 5', 'not-interested'),
    'a student with a seat watched some videos': () =>
      sql`insert into video_interactions (user_id, video_id, interaction_type, day, watched_seconds, created_at)
      select ${idOf('a student with a seat')}, id, 'view', '2026-11-01', 9, ${new Date(start.getTime() - 3_600_000)}
      from videos where title like 'Frases 1%'`.execute(community.db),
    'a student is told of something': () =>
      sql`insert into notifications (user_id, kind) values (${idOf('a student')}, 'cup.closed')`.execute(
        community.db,
      ),
    'the student has read it, through the process that keeps pages': () =>
      keeping(people['a student'] ?? null, 'POST', '/api/notifications/read', {}),
    'a video is for kids no longer': () =>
      sql`update videos set is_for_kids = false where title = 'Frases 4'`.execute(community.db),
    'a video is switched off': () =>
      sql`update videos set is_active = false where title = 'Frases 2'`.execute(community.db),
    'a video is approved': () =>
      sql`update videos set moderation_status = 'approved' where title = 'Frases 7'`.execute(community.db),
    'the only seat becomes free': () =>
      ask(scene, community.request, 'a student with a seat', 'DELETE', withOneSeat),
    'it is offered to the student who has waited longest': () => community.runDue(offerSeats),
    'a kid waits for the consent of a guardian': () =>
      sql`insert into guardian_consents (user_id, address, asked_at) values
      (${idOf('a kid without consent')}, 'tutora@example.org', now())`.execute(community.db),
    'a student hides in the cup': () =>
      community.request(people['a student with a row'] ?? null, 'PUT', '/api/cup/visibility', {
        hidden: true,
      }),
    'the address of that student is proved no more': () =>
      sql`update users set email_verified = false where id = ${idOf('a student with a row')}`.execute(
        community.db,
      ),
    'and is proved again': () =>
      sql`update users set email_verified = true where id = ${idOf('a student with a row')}`.execute(
        community.db,
      ),
    'and shows their name again, through the process that keeps pages': () =>
      keeping(people['a student with a row'] ?? null, 'PUT', '/api/cup/visibility', { hidden: false }),
    'a claim is confirmed': () =>
      community.db
        .insertInto('cupClaims')
        .values({
          userId: idOf('a student with a claim'),
          username: 'ana',
          status: 'confirmed',
          decidedAt: new Date(),
        })
        .execute(),
    'the person with the claim becomes a kid': () =>
      community.db
        .updateTable('profiles')
        .set({ ageGroup: 'kid' })
        .where('userId', '=', idOf('a student with a claim'))
        .execute(),
    'a row that a kid left by another e-mail has no alias any more': async () => {
      await community.db
        .updateTable('users')
        .set({ email: 'otra@example.org' })
        .where('id', '=', idOf('a kid'))
        .execute();
      await community.db.deleteFrom('cupFormerRows').execute();
    },
    'a board is published': () => publishBoard(777),
    'an item gets another price': () => sql`update store_items set price = price + 7`.execute(community.db),
    'a plan gets another price': () =>
      sql`update plans set price_cents = price_cents + 100`.execute(community.db),
    'a teacher takes another name': () =>
      community.db
        .updateTable('users')
        .set({ name: 'Rosa Nueva' })
        .where('id', '=', idOf('a teacher'))
        .execute(),
    'a student missed two clubs': () =>
      sql`insert into class_absences (class_id, user_id, how, recorded_at)
      select id, ${idOf('a student')}, 'left-late', ${start} from classes order by starts_at limit 2`.execute(
        community.db,
      ),
    'an administrator lets two absences pause clubs': () =>
      sql`update class_rules set pausing_absences = 2`.execute(community.db),
    'and three again': () => sql`update class_rules set pausing_absences = 3`.execute(community.db),
    'an administrator hides the name of the teacher': () =>
      community.request(admin, 'PUT', `/api/people/${idOf('a teacher')}/hidden-name`, { reason: 'Insulta' }),
    'an administrator shows it again, through the process that keeps pages': () =>
      keeping(admin, 'DELETE', `/api/people/${idOf('a teacher')}/hidden-name`),
    'an administrator hides a name in the cup': () =>
      sql`insert into cup_hidden_names (username, hidden_at)
        select lower(username), now() from cup_lines where alias_number is null and username = 'beto' limit 1
        on conflict do nothing`.execute(community.db),
    "an administrator hides the teacher's page": () =>
      sql`update teacher_profiles set page_hidden_at = now(), page_hidden_reason = 'Vende cursos'
        where user_id = ${idOf('a teacher')}`.execute(community.db),
    'a class is cancelled': () =>
      sql`update classes set status = 'cancelled', cancel_reason = 'Fiebre', cancelled_at = now()
      where id = (select id from classes order by starts_at limit 1)`.execute(community.db),
    'the clock passes the start of a class': async () =>
      community.setNow(new Date(start.getTime() + 2 * 3_600_000)),
    'the offer is declined': () =>
      ask(scene, community.request, 'a student who is offered a seat', 'DELETE', withOneSeat),
    'the last hour begins, in which the seat is free for those who wait': async () =>
      community.setNow(new Date(start.getTime() + 2.6 * 3_600_000)),
    'the student stops waiting': () =>
      ask(scene, community.request, 'a student who waits', 'DELETE', withOneSeat, 'waiting'),
    'the day ends': async () => community.setNow(new Date(start.getTime() + 27 * 3_600_000)),
    'a teacher is revoked': () =>
      community.db
        .updateTable('teacherProfiles')
        .set({ verificationStatus: 'pending' })
        .where('userId', '=', idOf('a teacher'))
        .execute(),
  };
}

/** By start, which class of the scene has a single seat. */
const withOneSeat = 2;

/** Takes or gives back a seat, or a place in the waiting list, of the nth class by start. */
async function ask(
  { community, people }: SharedReadsScene,
  request: Community['request'],
  who: string,
  method: 'POST' | 'DELETE',
  nth: number,
  what: 'enrolment' | 'waiting' = 'enrolment',
): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select id from classes order by starts_at offset ${nth} limit 1`.execute(community.db);
  const answer = await request(people[who] ?? null, method, `/api/classes/${onlyRow(rows).id}/${what}`, {});
  expect(answer.status).toBe(200);
}

async function react(
  { community, people }: SharedReadsScene,
  request: Community['request'],
  who: string,
  title: string,
  reaction: string,
): Promise<void> {
  const { id } = await community.db
    .selectFrom('videos')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow();
  const answer = await request(people[who] ?? null, 'PUT', `/api/videos/${id}/${reaction}`);
  expect(answer.status).toBe(200);
}

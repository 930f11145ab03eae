import { sql } from 'kysely';
import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import { hasWords } from '#server/db/has-words.ts';
import { type Keyed, keyset, pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import type * as contract from './contract.ts';
import type { OwnTeacherProfile, TeacherCard, VerificationStatus } from './contract.ts';
import { may } from './permissions.ts';

/**
 * A teacher profile counts while its owner has the teacher role. When an administrator removes the role the row stays,
 * but it is neither an application nor a public card any more.
 */
export const holdsTeacherRole = sql<boolean>`exists (
  select from user_roles held where held.user_id = teacher.user_id and held.role = 'teacher')`;

/** The columns of every read of a teacher. Figures are counted when read, so they cannot go stale. */
const facts = sql`
  person.id, person.name, person.image, teacher.bio, teacher.languages_taught, teacher.specialties,
  teacher.experience_years, teacher.average_rating, teacher.total_reviews`;

/** How many classes they have, also those to come: for themselves and administrators. */
const eventsCreated = sql`
  (select count(*) from classes held
    where held.created_by = person.id and held.status <> 'cancelled') as total_events_created`;

/** How many they have given: what every visitor reads promises none. */
function eventsGiven(now: Date) {
  return sql`
    (select count(*) from classes held where held.created_by = person.id and held.status <> 'cancelled'
      and class_end(held.starts_at, held.duration_minutes) <= ${now}) as total_events_created`;
}

/** Selected beside `facts`, for figures that depend on the instant. */
function taughtBy(now: Date) {
  return sql`
    (select count(distinct seat.user_id) from classes held join class_enrollments seat on seat.class_id = held.id
      where held.created_by = person.id and held.status <> 'cancelled' and seat.held_until is null
        and seat.attended is distinct from false
        and class_end(held.starts_at, held.duration_minutes) <= ${now}) as total_students_taught`;
}

/** A hidden page that its teacher has changed waits to be looked at. */
export const isPageChanged = sql`teacher.page_changed_at is not null`;

type FactsRow = Omit<TeacherCard, 'teachesSince'>;

/** The reader's own teacher profile. @throws Refusal notFound without one */
export async function readOwnTeacherProfile({ db, actor, now }: Ctx): Promise<OwnTeacherProfile> {
  const { userId } = memberOf(actor);
  const { rows } = await sql<
    FactsRow & Pick<OwnTeacherProfile, OwnPart> & { verificationStatus: VerificationStatus; appliedAt: Date }
  >`
    select ${facts}, ${eventsCreated}, ${taughtBy(now)}, teacher.verification_status,
      teacher.verification_status = 'approved' as is_verified, teacher.rejection_reason, teacher.page_hidden_reason, teacher.applied_at,
      (select coalesce(sum(payment.teacher_share_cents), 0) from counted_payments payment
        where payment.teacher_id = person.id and payment.status = 'completed'
          and payment.currency = default_seat_currency()) as total_earnings_cents,
      default_seat_currency() as earnings_currency
    from teacher_profiles teacher join users person on person.id = teacher.user_id
    where teacher.user_id = ${userId} and ${holdsTeacherRole}`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal(commonRefusals.notFound);
  return { ...row, appliedAt: row.appliedAt.toISOString() };
}
type OwnPart =
  | 'isVerified'
  | 'rejectionReason'
  | 'pageHiddenReason'
  | 'totalEarningsCents'
  | 'earningsCurrency';

/** The public card of an approved teacher; never of a kid. @throws Refusal notFound in every other case */
export async function readTeacher({ db, now }: Ctx, id: string): Promise<TeacherCard> {
  const { rows } = await sql<FactsRow & { teachesSince: Date | null }>`
    select ${facts}, ${eventsGiven(now)}, ${taughtBy(now)}, teacher.decided_at as teaches_since
    from public_teachers join teacher_profiles teacher using (user_id)
      join shown_people person on person.id = teacher.user_id
    where teacher.user_id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal(commonRefusals.notFound);
  return { ...row, teachesSince: row.teachesSince?.toISOString() ?? null };
}

type Listing = typeof contract.listApplications;
type ApplicationRow = FactsRow &
  Pick<
    contract.Application,
    'email' | 'emailVerified' | 'verificationStatus' | 'upcomingEvents' | 'version'
  > &
  Pick<contract.Application, 'decidedBy' | 'rejectionReason' | 'pageHiddenReason'> & {
    memberSince: Date;
    appliedAt: Date;
    decidedAt: Date | null;
    pageChangedAt: Date | null;
    lastReason: string | null;
    lastAt: Date | null;
  };

/** A page of the queue in one status, and how many there are in each. For administrators. */
export async function listApplications(
  ctx: Ctx,
  { status, search, pages, cursor, limit }: NonNullable<ReceivedOf<Listing>['query']>,
): Promise<AnswerOf<Listing>> {
  refuse(may(ctx.actor, 'see-queue'));
  const { db, now } = ctx;
  const { key, order, after } = keyset(status === 'pending' ? 'asc' : 'desc', {
    'teacher.appliedAt': 'instant',
    'teacher.userId': 'uuid',
  });
  const { rows } = await sql<ApplicationRow & Keyed>`
    select ${facts}, ${eventsCreated}, ${taughtBy(now)}, person.email, person.email_verified, person.created_at as member_since,
      teacher.verification_status, teacher.applied_at, teacher.decided_at, decider.name as decided_by,
      teacher.rejection_reason, teacher.page_hidden_reason, teacher.page_changed_at, teacher.version, refusal.reason as last_reason, refusal.created_at as last_at,
      (select count(*) from classes held where held.created_by = person.id and held.status = 'scheduled'
        and held.starts_at > ${now}) as upcoming_events, ${key}
    from teacher_profiles teacher
    join users person on person.id = teacher.user_id
    left join users decider on decider.id = teacher.decided_by
    left join lateral (
      select reason, created_at from audit_log
      where person_id = person.id and act in ('teachers.reject-application', 'teachers.revoke-application')
      order by id desc limit 1
    ) refusal on true
    where teacher.verification_status = ${status} and ${holdsTeacherRole}
      and ${pages === 'changed' ? isPageChanged : sql`true`}
      and ${hasWords(sql`person.search_text`, search)} and ${after(cursor)}
    order by ${order} limit ${limit + 1}`.execute(db);
  const administrators = await listAdministrators(ctx);
  const waitsForAnother = ({ id: userId }: ApplicationRow) =>
    may(ctx.actor, 'decide', { userId, administrators }) !== null;
  return {
    ...pageOf(rows, limit, (row) => toApplication(row, waitsForAnother(row))),
    counts: await countApplications(ctx),
  };
}

async function countApplications({ db }: Ctx): Promise<Record<VerificationStatus, number>> {
  const { rows } = await sql<{ status: VerificationStatus; count: number }>`
    select teacher.verification_status as status, count(*) as count from teacher_profiles teacher
    where ${holdsTeacherRole} group by 1`.execute(db);
  const counted = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  return { pending: 0, approved: 0, rejected: 0, ...counted };
}

function toApplication(
  { memberSince, appliedAt, decidedAt, pageChangedAt, lastReason, lastAt, ...row }: ApplicationRow,
  isOwn: boolean,
): contract.Application {
  return {
    ...row,
    memberSince: memberSince.toISOString(),
    appliedAt: appliedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    pageChangedAt: pageChangedAt?.toISOString() ?? null,
    lastRefusal: lastReason && lastAt ? { reason: lastReason, at: lastAt.toISOString() } : null,
    isOwn,
  };
}

import { sql } from 'kysely';
import { readMonth } from '#features/coins/read-month.ts';
import { readRule } from '#features/coins/read-rule.ts';
import { isSpent } from '#features/coins/rules.ts';
import { tiersInForce } from '#features/memberships/tiers-in-force.ts';
import type { Ctx } from '#server/ctx.ts';
import { memberOf, type Tier } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { absenceColumns, toAbsence } from '../absences/absence-columns.ts';
import { missingCounts } from '../absences/absence-rules.ts';
import { type readRoster as operation, type Roster, type RosterEntry, walkInRefusals } from '../contract.ts';
import { readClassState } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { isWalkIn } from '../rules.ts';
import { judgeCandidates } from './judge-candidates.ts';
import { selectCandidates } from './select-candidates.ts';

/** The students with a seat in a class, those who are paying for one and those who wait, for its organisers. */
export async function readRoster(ctx: Ctx, classId: string): Promise<AnswerOf<typeof operation>> {
  await refuseUnlessManaged(ctx, classId);
  return selectRoster(ctx, classId);
}

/**
 * Refuses an actor who may not manage the class.
 * @throws Refusal signInFirst, notAllowed, notFound
 */
export async function refuseUnlessManaged({ db, actor }: Ctx, classId: string): Promise<void> {
  memberOf(actor);
  refuse(may(actor, 'organise'));
  const liveClass = await db
    .selectFrom('classes')
    .select('createdBy')
    .where('id', '=', classId)
    .executeTakeFirst();
  if (!liveClass) throw new Refusal(commonRefusals.notFound);
  refuse(may(actor, 'manage', liveClass));
}

/** The roster without a permission check, for use cases that have made it. */
export async function selectRoster(ctx: Ctx, classId: string): Promise<Roster> {
  const { db, now } = ctx;
  const { kind, startsAt, durationMinutes, rollClosedAt } = await db
    .selectFrom('classes')
    .select(['kind', 'startsAt', 'durationMinutes', 'rollClosedAt'])
    .where('id', '=', classId)
    .executeTakeFirstOrThrow();
  const { amount, dailyMost } = await readRule(ctx, 'attended_class');
  const month = await readMonth(ctx);
  const rows = await db
    .selectFrom('classEnrollments as seat')
    .innerJoin('shownPeople as student', 'student.id', 'seat.userId')
    .innerJoin('profiles', 'profiles.userId', 'seat.userId')
    .leftJoin(tiersInForce(now), 'inForce.userId', 'seat.userId')
    .leftJoin('classAbsences as absence', (join) =>
      join.onRef('absence.classId', '=', 'seat.classId').onRef('absence.userId', '=', 'seat.userId'),
    )
    .innerJoinLateral(earlierVisits.as('earlier'), (join) => join.onTrue())
    .select([
      'seat.userId',
      'student.name',
      'student.image',
      'profiles.level',
      'profiles.languages',
      'earlier.visits',
      'earlier.lastVisitAt',
      'seat.enteredAt',
      'seat.attended',
      ...absenceColumns,
      'seat.paymentId',
      'seat.givenLate',
      'seat.enrolledAt',
      sql<Tier>`coalesce(in_force.tier, 'free')`.as('tier'),
    ])
    .where('seat.classId', '=', classId)
    .where('seat.heldUntil', 'is', null)
    .orderBy(sql`student.name collate "es-x-icu"`)
    .orderBy('seat.userId')
    .execute();
  return {
    classId,
    closedAt: rollClosedAt?.toISOString() ?? null,
    reward: {
      coins: isSpent({ ...month, largest: amount }) ? 0 : amount,
      dailyMost,
      minutes: durationMinutes,
    },
    items: rows.map(
      ({
        paymentId,
        givenLate,
        enrolledAt,
        how,
        recordedAt,
        reason,
        words,
        reasonFrom,
        excusedAt,
        ...row
      }) => ({
        ...row,
        paid: paymentId !== null,
        absence:
          row.attended === false
            ? toAbsence({ how, recordedAt, reason, words, reasonFrom, excusedAt })
            : null,
        missingCounts: missingCounts(kind, { paymentId, givenLate }),
        walkedIn: isWalkIn({ givenLate, enrolledAt }, { startsAt }),
        languages: row.languages as RosterEntry['languages'],
        lastVisitAt: row.lastVisitAt?.toISOString() ?? null,
        enteredAt: row.enteredAt?.toISOString() ?? null,
      }),
    ),
    paying: await selectPaying(db, classId),
    waiting: await selectWaiting(ctx, classId),
    leftLate: await selectLateLeavers(db, classId),
  };
}

/** The students whose seat waits for their payment, by name. */
async function selectPaying(db: Ctx['db'], classId: string): Promise<Roster['paying']> {
  const rows = await db
    .selectFrom('classEnrollments as seat')
    .innerJoin('payments', 'payments.id', 'seat.paymentId')
    .innerJoin('shownPeople as student', 'student.id', 'seat.userId')
    .select(['seat.userId', 'student.name', 'student.image', 'seat.heldUntil', 'payments.method'])
    .where('seat.classId', '=', classId)
    .where('seat.heldUntil', 'is not', null)
    .orderBy(sql`student.name collate "es-x-icu"`)
    .orderBy('seat.userId')
    .execute();
  return rows.map(({ heldUntil, method, ...row }) => ({
    ...row,
    heldUntil: heldUntil!.toISOString(),
    hasVoucher: method === 'oxxo',
  }));
}

/**
 * The students to whom a seat is offered, then those who wait for an offer, the one who is next first, and why an
 * organiser cannot enrol each of them now.
 */
async function selectWaiting(ctx: Ctx, classId: string): Promise<Roster['waiting']> {
  const { rows } = await sql<{ userId: string; name: string; image: string | null; until: Date | null }>`
    select queue.user_id, student.name, student.image, queue.until from (
      select user_id, held_until as until, 0 as turn from class_enrollments
        where class_id = ${classId} and held_until is not null and payment_id is null
      union all
      select user_id, null, turn from class_waiting where class_id = ${classId}
    ) queue join shown_people student on student.id = queue.user_id
    order by queue.until nulls last, queue.turn`.execute(ctx.db);
  if (rows.length === 0) return [];
  const liveClass = await readClassState(ctx, classId, null);
  const userIds = rows.map(({ userId }) => userId);
  const candidates = await selectCandidates(ctx, liveClass).where('users.id', 'in', userIds).execute();
  const byId = new Map(candidates.map((candidate) => [candidate.userId, candidate]));
  const offered = new Set(rows.flatMap(({ userId, until }) => (until ? [userId] : [])));
  const refusalOf = await judgeCandidates(ctx, liveClass, candidates, offered);
  return rows.map(({ until, ...row }) => {
    const candidate = byId.get(row.userId);
    const refusal = candidate ? refusalOf(candidate) : walkInRefusals.notForThisClass;
    return { ...row, offeredUntil: until?.toISOString() ?? null, refusal: refusal?.code ?? null };
  });
}

/** The students without a seat who left so late that it counts, by name. */
async function selectLateLeavers(db: Ctx['db'], classId: string): Promise<Roster['leftLate']> {
  const rows = await db
    .selectFrom('classAbsences as absence')
    .innerJoin('shownPeople as student', 'student.id', 'absence.userId')
    .leftJoin('classEnrollments as seat', (join) =>
      join
        .onRef('seat.classId', '=', 'absence.classId')
        .onRef('seat.userId', '=', 'absence.userId')
        .on('seat.heldUntil', 'is', null),
    )
    .select(['absence.userId', 'student.name', 'student.image', ...absenceColumns])
    .where('absence.classId', '=', classId)
    .where('absence.how', '=', 'left-late')
    .where('seat.userId', 'is', null)
    .orderBy(sql`student.name collate "es-x-icu"`)
    .orderBy('absence.userId')
    .execute();
  return rows.map(({ userId, name, image, ...row }) => ({ userId, name, image, absence: toAbsence(row)! }));
}

/** For the seat of the surrounding query: the earlier classes with the same teacher that the student attended. */
const earlierVisits = sql<{ visits: number; lastVisitAt: Date | null }>`(
  select count(*) as visits, max(past.starts_at) as last_visit_at
  from classes this join classes past on past.created_by = this.created_by and past.starts_at < this.starts_at
  join class_enrollments been on been.class_id = past.id and been.user_id = seat.user_id and been.attended
  where this.id = seat.class_id and past.roll_closed_at is not null)`;

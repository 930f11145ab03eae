import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { hasWords } from '#server/db/has-words.ts';
import { countAttempt } from '#server/limits/count-attempt.ts';
import { isAdmin, memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import { hourMs } from '#shared/time/durations.ts';
import type { findCandidates as operation } from '../contract.ts';
import { readClassState } from '../lock-class.ts';
import { may, planRefusal } from '../permissions.ts';
import { candidatesRefusal, hasStarted } from '../rules.ts';
import { judgeCandidates } from './judge-candidates.ts';
import { type Candidate, selectWithinReach } from './select-candidates.ts';

/** Enough to choose from; a longer name finds fewer. */
const mostFound = 10;

/** The searches of a teacher in an hour: enough to fill classes, too few to walk the list of members. */
const searchLimit = { max: 120, windowMs: hourMs };

/**
 * People without a seat whom the organiser may give one: before the start of the class as enrolling would, and while
 * its roll is open because they came. Found by parts of their name, or by their whole e-mail address, so that no
 * organiser can guess addresses. Kids are found only with the consent of their guardian, and by a teacher only those
 * within their reach (`selectWithinReach`). The others who cannot get a seat now are listed with the reason. The
 * searches of a teacher are counted, those of an administrator are not.
 * @throws Refusal signInFirst, notAllowed, notFound, cancelled, rollClosed, tooMany
 */
export async function findCandidates(
  ctx: Ctx,
  classId: string,
  search: string,
): Promise<AnswerOf<typeof operation>> {
  refuse(may(ctx.actor, 'organise'));
  const liveClass = await readClassState(ctx, classId, null);
  refuse(may(ctx.actor, 'manage', liveClass) ?? candidatesRefusal(liveClass, ctx.now));
  if (!isAdmin(ctx.actor)) {
    // A count of each hour (UTC): one count would go on from class to class for a teacher who searches all day.
    const hour = ctx.now.toISOString().slice(0, 13);
    await countAttempt(ctx, `candidates|${memberOf(ctx.actor).userId}|${hour}`, searchLimit);
  }
  const people = await selectWithinReach(ctx, liveClass, search)
    .where(sql<boolean>`may_join_live(profiles.age_group, users.id)`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('classEnrollments')
            .select('classEnrollments.userId')
            .where('classEnrollments.classId', '=', classId)
            .whereRef('classEnrollments.userId', '=', 'users.id'),
        ),
      ),
    )
    .where(sql<boolean>`(${hasWords(sql`folded(shown.name)`, search)} or users.email = lower(${search}))`)
    .orderBy(sql`shown.name collate "es-x-icu"`)
    .orderBy('users.id')
    .limit(mostFound)
    .execute();
  const refusalOf = hasStarted(liveClass, ctx.now)
    ? (person: Candidate) => planRefusal(person, liveClass)
    : await judgeCandidates(ctx, liveClass, people);
  return {
    items: people.map(({ guardianConsent, ageGroup, ...person }) => ({
      ...person,
      refusal: refusalOf({ ...person, guardianConsent, ageGroup })?.code ?? null,
    })),
  };
}

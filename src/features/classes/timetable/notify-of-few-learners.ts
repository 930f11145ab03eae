import { sql } from 'kysely';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Kind, Status } from '../contract.ts';
import { learnersAddress, learnersMissing, organisersAddress, type Seats } from '../rules.ts';
import type { ClassRules } from '../set-rules/class-rules.ts';
import { listHosts } from './list-hosts.ts';
import { lackIsToldAt } from './reminder-rules.ts';

type Club = Seats & {
  id: string;
  kind: Kind;
  status: Status;
  title: string;
  startsAt: Date;
  createdBy: string;
  createdAt: Date;
  zone: string;
  rules: ClassRules;
  movedAt: Date | null;
};

const toHost = 'classes.few-come';
const toLearner = 'classes.few-come-with-you';

/**
 * Tells the host and the learners of a club, whose row is locked, that it lacks learners near its start, each once;
 * nothing is cancelled by itself. Once enough learners come, the unread notices are taken back; a person whose notice
 * was taken back is told again if the club lacks learners again. No person is told about a club that was made or moved
 * after that moment: its host chose the short notice.
 */
export async function notifyOfFewLearners(ctx: Ctx, club: Club): Promise<void> {
  const { id, title, startsAt, createdBy, createdAt, movedAt, seatsTaken } = club;
  if (learnersMissing(club, ctx.now) === 0) {
    await sql`select withdraw_lack(${id})`.execute(ctx.db);
    return;
  }
  const moment = lackIsToldAt(club);
  if (ctx.now < moment || createdAt > moment || (movedAt && movedAt > moment)) return;
  const start = startsAt.toISOString();
  const learners = await ctx.db
    .selectFrom('classEnrollments')
    .select('userId')
    .where('classId', '=', id)
    .where('heldUntil', 'is', null)
    .execute();
  await notify(ctx, {
    to: (await listHosts(ctx, createdBy)).hosts,
    kind: toHost,
    detail: { title, startsAt: start, learners: seatsTaken },
    link: organisersAddress(id),
    about: id,
    once: `${toHost} ${id} ${start}`,
  });
  await notify(ctx, {
    to: learners.map(({ userId }) => userId),
    kind: toLearner,
    detail: { title, startsAt: start, fewest: club.rules.fewestLearners },
    link: learnersAddress(id),
    about: id,
    once: `${toLearner} ${id} ${start}`,
  });
}

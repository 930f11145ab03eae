import { notify } from '#features/notifications/notify.ts';
import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import type { Ctx } from '#server/ctx.ts';
import type { ClassState } from '../lock-class.ts';
import { organisersAddress } from '../rules.ts';
import { listHosts } from '../timetable/list-hosts.ts';

const kind = 'classes.roll-waits';

/**
 * Reminds the teacher of a roll that is open after its class, whose row is locked, and says how many students came
 * through Sumi: what students earn waits for it. The second reminder takes the place of an unread first one. A class
 * without students has no roll to call.
 */
export async function remindOfRoll(
  ctx: Ctx,
  { id: classId, title, createdBy }: ClassState,
  turn: 'first' | 'second',
): Promise<void> {
  const { students, entered } = await ctx.db
    .selectFrom('classEnrollments')
    .select(({ fn }) => [fn.countAll<number>().as('students'), fn.count<number>('enteredAt').as('entered')])
    .where('classId', '=', classId)
    .where('heldUntil', 'is', null)
    .executeTakeFirstOrThrow();
  if (students === 0) return;
  const { hosts } = await listHosts(ctx, createdBy);
  await withdrawNotices(ctx, { kinds: [kind], about: classId });
  await notify(ctx, {
    to: hosts,
    kind,
    detail: { title, learners: entered },
    link: organisersAddress(classId, 'roll'),
    about: classId,
    once: `${kind} ${classId} ${turn}`,
  });
}

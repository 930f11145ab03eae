import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { organisersAddress } from '../rules.ts';
import { listHosts } from '../timetable/list-hosts.ts';

const kind = 'classes.absence-explained';

/**
 * Tells who answers for a club, once a student, that the student said why they missed or left it, which they may
 * excuse.
 */
export async function notifyHostOfReason(
  ctx: Ctx,
  { classId, title, createdBy }: { classId: string; title: string; createdBy: string },
  userId: string,
): Promise<void> {
  const { hosts } = await listHosts(ctx, createdBy);
  await notify(ctx, {
    to: [...hosts],
    kind,
    detail: { title },
    link: organisersAddress(classId, 'roll'),
    about: classId,
    once: `${kind} ${classId} ${userId}`,
  });
}

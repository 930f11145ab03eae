import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { organisersAddress } from '../rules.ts';

const kind = 'classes.absence-explained';

/**
 * Tells the host of a club, once a student, that the student said why they missed or left it, which the host may
 * excuse.
 */
export async function notifyHostOfReason(
  ctx: Ctx,
  { classId, title, createdBy }: { classId: string; title: string; createdBy: string },
  userId: string,
): Promise<void> {
  await notify(ctx, {
    to: [createdBy],
    kind,
    detail: { title },
    link: organisersAddress(classId, 'roll'),
    about: classId,
    once: `${kind} ${classId} ${userId}`,
  });
}

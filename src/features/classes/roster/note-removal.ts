import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import type { ClassState } from '../lock-class.ts';
import { learnersAddress } from '../rules.ts';

export type RemovalNotice =
  | 'classes.seat-taken-away'
  | 'classes.held-seat-taken-away'
  | 'classes.wait-taken-away';

/**
 * Audits what an organiser took from a student, and tells the student, with the reason if there is one. Organisers who
 * remove themselves are not told, nor is a student of whom `kind` is null.
 */
export async function noteRemoval(
  ctx: Ctx,
  { title, startsAt }: Pick<ClassState, 'title' | 'startsAt'>,
  {
    classId,
    userId,
    act,
    kind,
    reason,
  }: {
    classId: string;
    userId: string;
    act: 'classes.remove-student' | 'classes.undo-seat' | 'classes.remove-from-waiting-list';
    kind: RemovalNotice | null;
    reason: string | undefined;
  },
): Promise<void> {
  if (kind) {
    await notify(ctx, {
      to: [userId],
      exceptActor: true,
      kind,
      detail: { title, startsAt: startsAt.toISOString(), ...(reason && { reason }) },
      link: learnersAddress(classId),
      about: classId,
    });
  }
  await recordAct(ctx, {
    act,
    personId: userId,
    subject: classId,
    reason,
    detail: { title },
  });
}

import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { refuse } from '#shared/refusal.ts';
import { readManagedClass } from '../browse/reads.ts';
import type { ManagedClass } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { handOverRefusal } from '../rules.ts';
import { giveClass } from './give-class.ts';

/**
 * Gives a class to another teacher, for an administrator, until its end: because its teacher may no longer give
 * classes, or is away. The transaction locks the class row and gives it as `giveClass` says. Handing a class to its own
 * teacher changes nothing.
 * @throws Refusal signInFirst, notAllowed, notFound, cancelled, alreadyOver, notATeacher, teacherHasSeat
 */
export async function handOverClass(outer: Ctx, classId: string, teacherId: string): Promise<ManagedClass> {
  refuse(may(outer.actor, 'hand-over'));
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, teacherId);
    refuse(handOverRefusal(liveClass, ctx.now));
    if (liveClass.createdBy !== teacherId) await giveClass(ctx, liveClass, teacherId);
    return readManagedClass(ctx, classId);
  });
}

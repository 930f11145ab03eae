import type { Ctx } from '#server/ctx.ts';
import type { AnswerOf } from '#shared/operation.ts';
import type { previewWeekCopy as previewOperation } from '../contract.ts';
import { planCopies, toWeekCopy, type Weeks } from './plan-copies.ts';

/** What copying a week would make. @throws Refusal signInFirst, notAllowed */
export async function previewWeekCopy(ctx: Ctx, weeks: Weeks): Promise<AnswerOf<typeof previewOperation>> {
  return { items: (await planCopies(ctx, weeks)).map(toWeekCopy) };
}

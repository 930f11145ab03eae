import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import { notify } from '#features/notifications/notify.ts';
import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import type { Ctx } from '#server/ctx.ts';
import { readMonth } from './read-month.ts';

/**
 * Tells a person whose reward the month's ceiling stopped, and the administrators, who can raise it: each once a
 * month.
 */
export async function notifyOfCeiling(ctx: Ctx, userId: string): Promise<void> {
  const { month, resumesOn, ceiling } = await readMonth(ctx);
  const detail = { until: resumesOn };
  const { learners, administrators } = ceilingKeys(month);
  const toLearner = { to: [userId], link: '/coins', once: learners };
  await notify(ctx, { ...toLearner, kind: 'coins.ceiling-reached', detail });
  await notify(ctx, {
    to: await listAdministrators(ctx),
    kind: 'coins.ceiling-to-raise',
    detail: { ...detail, ceiling },
    link: '/admin/store?tab=rules',
    once: administrators,
  });
}

/**
 * Takes back what is unread of this month's ceiling, which an administrator raised: practice pays again. Learners whose
 * reward the new ceiling stops are told again.
 */
export async function withdrawCeilingNotices(ctx: Ctx): Promise<void> {
  const { month } = await readMonth(ctx);
  const kinds = ['coins.ceiling-reached', 'coins.ceiling-to-raise'];
  for (const once of Object.values(ceilingKeys(month))) await withdrawNotices(ctx, { kinds, once });
}

/** Under which each is told once a month. */
function ceilingKeys(month: string): { learners: string; administrators: string } {
  const learners = `coins-ceiling:${month}`;
  return { learners, administrators: `${learners}:administrators` };
}

import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { readMonth } from './read-month.ts';

/**
 * Tells a person whose reward the month's ceiling stopped, and the administrators, who can raise it: each once a
 * month.
 */
export async function notifyOfCeiling(ctx: Ctx, userId: string): Promise<void> {
  const { month, resumesOn, ceiling } = await readMonth(ctx);
  const detail = { until: resumesOn };
  const once = `coins-ceiling:${month}`;
  await notify(ctx, { to: [userId], kind: 'coins.ceiling-reached', detail, link: '/coins', once });
  await notify(ctx, {
    to: await listAdministrators(ctx),
    kind: 'coins.ceiling-to-raise',
    detail: { ...detail, ceiling },
    link: '/admin/store?tab=rules',
    once: `${once}:administrators`,
  });
}

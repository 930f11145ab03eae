import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Vouched } from '../certificates/issue-certificate.ts';
import { type OpenOrder, settleOrder } from './settle-order.ts';

/** Fulfils a locked order: audits it, and tells its buyer, with the certificate of this `code` if it has one. */
export async function markFulfilled(
  ctx: Ctx,
  order: OpenOrder,
  {
    note,
    certificate = null,
    code = null,
  }: { note: string | null; certificate?: Vouched | null; code?: string | null },
): Promise<void> {
  const { id, userId, itemId, price } = order;
  await settleOrder(ctx, order, { status: 'fulfilled', note });
  const { shownName, ...level } = certificate ?? {};
  await recordAct(ctx, {
    act: 'store.fulfil-order',
    personId: userId,
    subject: id,
    detail: { itemId, price, ...level },
    ...(shownName && { words: { shownName: { of: userId, text: shownName } } }),
  });
  const link = code ? `/certificates/${code}` : '/store';
  const detail = { item: itemId, message: note };
  await notify(ctx, { to: [userId], kind: 'store.fulfilled', detail, link });
}

import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { fulfilmentOf, type Payment, type PaymentProviders } from '../payment-providers.ts';
import { publishPaymentsChanged } from '../publish-payments-changed.ts';

/** Fails a pending payment and releases what it held. Every other payment stays as it is. */
export async function failPayment(ctx: Ctx, providers: PaymentProviders, payment: Payment): Promise<void> {
  if (payment.status !== 'pending') return;
  const failed = await ctx.db
    .updateTable('payments')
    .set({ status: 'failed' })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await fulfilmentOf(providers, failed).failed(ctx, failed);
  // A student who left the checkout without paying gets no notice about it. Nor does one whose voucher was given up:
  // they did it themselves, or were told what became of the seat, which may be theirs in another way.
  if (failed.method === 'oxxo' && failed.givenUpAt === null) {
    await notify(ctx, {
      to: [failed.userId],
      kind: 'payments.voucher-expired',
      detail: { title: failed.title, tier: failed.tier },
      link: failed.kind === 'single' ? '/classes' : '/membership',
    });
  }
  await publishPaymentsChanged(ctx, failed);
}

import { outsideAtTest, paymentRow } from '../payment-scene.ts';
import type { Simulation } from './simulation.ts';

/**
 * A buyer pays at the provider, or their card is declined; its message comes once or twice. Answers whether it was
 * paid: a checkout may be closed by then, when its club was cancelled, or its buyer suspended or gone.
 */
export async function payAtProvider(
  simulation: Simulation,
  { paymentId, declined }: { paymentId: string; declined: boolean },
): Promise<boolean> {
  const { community, chance, now } = simulation;
  const { status, checkoutRef, expiresAt } = await paymentRow(community, paymentId);
  if (status !== 'pending' || !checkoutRef || (expiresAt && expiresAt <= now)) return false;
  const outside = outsideAtTest(community);
  await (declined ? outside.decline(checkoutRef) : outside.pay(checkoutRef));
  for (let times = chance.happens(0.3) ? 2 : 1; times > 0; times--) {
    const answer = await outside.deliver(outside.aboutCheckout(checkoutRef));
    if (!answer.ok)
      simulation.noteViolation(`the message about payment ${paymentId} was answered ${answer.status}`);
  }
  return !declined;
}

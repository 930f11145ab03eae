import { expect, it } from 'vitest';
import { newCommunity } from '../../../testing/community.ts';
import { createTestProvider } from '../providers/test-provider.ts';

it.each([
  [true, 2],
  [false, 1],
])('a test subscription renews only while the test provider takes new payments: %s', async (renews, paid) => {
  const community = await newCommunity();
  const start = new Date('2026-11-20T10:00:00Z');
  const aMonthLater = new Date('2026-12-21T10:00:00Z');
  await community.db
    .insertInto('testSubscriptions')
    .values({ ref: 'sub', monthlyCents: 1000, currency: 'USD', paidUntil: new Date('2026-12-20T10:00:00Z') })
    .execute();
  await community.db
    .insertInto('testInvoices')
    .values({
      ref: 'first',
      subscriptionRef: 'sub',
      amountCents: 1000,
      currency: 'USD',
      state: 'paid',
      paidUntil: new Date('2026-12-20T10:00:00Z'),
      isFirst: true,
    })
    .execute();
  for (const now of [start, aMonthLater]) {
    const provider = createTestProvider(community.db, () => now, { renews });
    const { invoices, ended } = await provider.readSubscription('sub');
    expect(invoices).toHaveLength(now === start ? 1 : paid);
    expect(ended).toBe(now === aMonthLater && !renews);
  }
  await community.close();
});

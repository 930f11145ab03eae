import { setSeatPrice } from '#features/payments/contract.ts';
import { type Outcome, useMoneyMutation } from '#features/payments/web/queries.ts';
import type { Currency } from '#shared/formats/currencies.ts';
import { call } from '#web/api/call.ts';
import { type PaidTier, setPlanPrice } from '../../contract.ts';

export type PriceChange = { of: PaidTier | 'single'; priceCents: number; currency: Currency };

export function usePriceChange(outcome: Outcome<void>) {
  return useMoneyMutation(async ({ of, priceCents, currency }: PriceChange): Promise<void> => {
    if (of === 'single') await call(setSeatPrice, { body: { priceCents, currency } });
    else await call(setPlanPrice, { params: { tier: of }, body: { priceCents, currency } });
  }, outcome);
}

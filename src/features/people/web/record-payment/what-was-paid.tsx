import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plansQuery } from '#features/memberships/web/plans-query.ts';
import type { Tier } from '#shared/actor.ts';
import { ClassPicker, type PaidClass } from './class-picker.tsx';

const paidTiers = ['basic', 'premium', 'vip'] as const;
const mostMonths = 12;

type Chosen = {
  /** One of the tiers, or `single`. */
  what: string;
  months: string;
  paidClass: PaidClass | null;
  /** Undefined until an amount is typed: it is the usual one so far. */
  typedCents?: number | null;
};

/**
 * What a payment is for, and its amount. It begins with the plan that the person has. Another choice has another price,
 * which takes the place of an amount typed before. `body` is what a request says of it: null while it is for a class
 * and none is chosen.
 */
export function usePaidFor(had: Tier | undefined) {
  const [chosen, setChosen] = useState<Chosen>({
    what: paidTiers.find((each) => each === had) ?? 'basic',
    months: '1',
    paidClass: null,
  });
  const { what, months, paidClass, typedCents } = chosen;
  const tier = paidTiers.find((each) => each === what);
  const price = usePrice(tier, Number(months), paidClass);
  return {
    ...chosen,
    tier,
    choose: (change: Partial<Chosen>) => setChosen({ ...chosen, typedCents: undefined, ...change }),
    price,
    amountCents: typedCents === undefined ? (price?.cents ?? null) : typedCents,
    body: tier
      ? ({ kind: 'membership', tier, months: Number(months) } as const)
      : paidClass && ({ kind: 'single', classId: paidClass.id } as const),
  };
}

/** The plan and its months, or the class. Where it `isChecked`, a class that was not chosen says so. */
export function WhatWasPaid({
  paidFor: { what, tier, months, paidClass, choose },
  isChecked,
}: {
  paidFor: ReturnType<typeof usePaidFor>;
  isChecked: boolean;
}) {
  const { t } = useTranslation(['people', 'shell', 'payments']);
  return (
    <>
      <NativeSelect
        label={t('record.what')}
        data={[
          ...paidTiers.map((each) => ({
            value: each,
            label: t('record.plan', { tier: t(`shell:tiers.${each}`) }),
          })),
          { value: 'single', label: t('payments:kinds.single') },
        ]}
        value={what}
        onChange={({ currentTarget }) => choose({ what: currentTarget.value })}
      />
      {tier ? (
        <NativeSelect
          label={t('record.months')}
          data={Array.from({ length: mostMonths }, (_, n) => ({
            value: String(n + 1),
            label: t('record.monthCount', { count: n + 1 }),
          }))}
          value={months}
          onChange={({ currentTarget }) => choose({ months: currentTarget.value })}
        />
      ) : (
        <ClassPicker
          picked={paidClass}
          error={isChecked && !paidClass ? t('record.noClass') : undefined}
          onPick={(liveClass) => choose({ paidClass: liveClass })}
        />
      )}
    </>
  );
}

/** What it usually costs, in the currency of the plan or of the class; null while it is not known. */
function usePrice(
  tier: string | undefined,
  months: number,
  liveClass: PaidClass | null,
): { cents: number; currency: string } | null {
  const { data: plans } = useQuery(plansQuery);
  if (tier) {
    const plan = plans?.items.find((each) => each.tier === tier);
    return plan ? { cents: plan.priceCents * months, currency: plan.currency } : null;
  }
  return liveClass?.priceCents ? { cents: liveClass.priceCents, currency: liveClass.currency } : null;
}

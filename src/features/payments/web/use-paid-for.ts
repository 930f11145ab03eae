import { useTranslation } from 'react-i18next';
import type { OwnPayment } from '../contract.ts';

/** What a payment is for: `Plan Premium`, or the title of the class. */
export function usePaidFor() {
  const { t } = useTranslation(['payments', 'shell']);
  return ({ kind, tier, title }: Pick<OwnPayment, 'kind' | 'tier' | 'title'>): string =>
    kind === 'membership' && tier
      ? t('paidFor.plan', { tier: t(`shell:tiers.${tier}`) })
      : (title ?? t('paidFor.single'));
}

import { useTranslation } from 'react-i18next';
import { Coin } from '#features/coins/web/coin.tsx';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { Today } from '../contract.ts';

/**
 * What the streak gives: today's first practice, and the week that it is part of. Rules that give nothing are left out.
 */
export function StreakPay({
  streak: { today, week, daysToWeek },
}: {
  streak: NonNullable<Today['coins']>['streak'];
}) {
  const { t } = useTranslation(['today', 'coins']);
  const { number } = useFigures();
  const amount = (count: number) => t('coins:amount', { count, figure: number(count) });
  const completes = today > 0 && daysToWeek === 1;
  const says = [
    today > 0 && t(completes ? 'gives.week' : 'gives.today', { coins: amount(today) }),
    !completes && week > 0 && t('gives.left', { count: daysToWeek, coins: amount(week) }),
  ].filter(Boolean);
  if (says.length === 0) return null;
  return (
    <li>
      <Coin />
      {says.join(' ')}
    </li>
  );
}

import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { ClassCard } from '../../contract.ts';
import { refundsLeaving } from '../../rules.ts';

/** Says before a student pays for a seat whether they could still leave it for a refund. */
export function RefundTerms({ liveClass, now }: { liveClass: ClassCard; now: Date }) {
  const { t } = useTranslation('classes');
  const { number } = useFigures();
  const { startsAt, rules } = liveClass;
  const isRefunded = refundsLeaving({ startsAt: new Date(startsAt), rules }, now);
  return (
    <Text size="sm" c={isRefunded ? 'dimmed' : undefined}>
      {t(isRefunded ? 'buy.refunded' : 'buy.kept', { hours: number(rules.refundedHours) })}
    </Text>
  );
}

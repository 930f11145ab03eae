import { Card } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { KeyFigures } from '#web/ui/figures/key-figures.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import type { CupLine, CupOrder, CupSettings } from '../../contract.ts';
import { daysLeft, isOver } from '../../rules.ts';

/** When the month ends, what its winners get, and until then what the reader lacks to reach the next position. */
export function CupFacts({
  season,
  closedAt,
  settings,
  own,
  missing,
  order,
}: {
  season: string;
  closedAt: string | null;
  settings: CupSettings;
  own: CupLine | null;
  missing: number | null;
  order: CupOrder;
}) {
  const { t } = useTranslation('cup');
  const { number } = useFigures();
  const { shortDay } = useDates();
  const over = isOver(season, new Date());

  function end(): { label: string; figure: string } {
    if (closedAt) return { label: t('facts.closed'), figure: shortDay(closedAt) };
    if (over) return { label: t('facts.over'), figure: t('facts.soon') };
    const count = daysLeft(season, new Date());
    const figure = count === 0 ? t('facts.today') : t('facts.days', { count, n: number(count) });
    return { label: t('facts.ends'), figure };
  }

  function distance(line: CupLine): { label: string; figure: string } {
    if (over || missing === null) {
      const position = t('line.position', { position: number(line.position) });
      return { label: t('own.position'), figure: line.position === 1 ? t('facts.first') : position };
    }
    return {
      label: t('facts.toNext', { position: number(line.position - 1) }),
      figure: t(`facts.missing.${order}`, { count: missing, n: number(missing) }),
    };
  }

  const prizes = settings.prizes.filter((coins) => coins > 0).map(number);
  const given = {
    label: t('facts.prizes'),
    figure: t('facts.prizesText', { prizes: prizes.join('\u00a0·\u00a0') }),
  };
  // A closed month shows what each winner got.
  const tellsPrizes = !closedAt && prizes.length > 0;
  const figures = [end(), ...(tellsPrizes ? [given] : []), ...(own ? [distance(own)] : [])];
  return (
    <Card padding="md" mb="md">
      <KeyFigures figures={figures} narrowest="9rem" large />
    </Card>
  );
}

/** As high as the facts that come: two rows on a phone, one where there is room. */
export function CupFactsLoading() {
  return <LoadingBlocks heights={[{ base: '11.5rem', sm: '6rem' }]} mb="md" />;
}

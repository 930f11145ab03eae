import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart, type BarChartSeries } from '@mantine/charts';
import { Card, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { Trends, Week } from '../contract.ts';
import classes from './overview.module.css';

/** One chart for each figure over the weeks. The table beside them holds the same figures. */
export function TrendCharts({ trends: { weeks, currency } }: { trends: Trends }) {
  const { t, i18n } = useTranslation('admin');
  const { number, brief, percentage, shortMoney: money } = useFigures();
  const day = (monday: string) => dayInWords(monday, i18n.language, { day: 'numeric', month: 'short' });
  const sum = (of: (week: Week) => number) => weeks.reduce((all, week) => all + of(week), 0);
  const marked = sum(({ seatsMarked }) => seatsMarked);
  const drawn = weeks.map((week) => ({
    ...week,
    week: day(week.monday),
    attendance: week.seatsMarked === 0 ? 0 : week.seatsAttended / week.seatsMarked,
  }));
  return (
    <div className={classes.charts} aria-hidden="true">
      <Chart
        title={t('trends.signUps')}
        summary={number(sum(({ signUps }) => signUps))}
        data={drawn}
        series={[{ name: 'signUps', label: t('trends.signUps'), color: 'teach.5' }]}
        format={brief}
      />
      <Chart
        title={t('trends.attendance')}
        summary={marked === 0 ? '—' : percentage((sum(({ seatsAttended }) => seatsAttended) / marked) * 100)}
        data={drawn}
        series={[{ name: 'attendance', label: t('trends.attendance'), color: 'live.5' }]}
        format={(share) => percentage(share * 100)}
        most={1}
      />
      <Chart
        title={t('trends.coins')}
        summary={t('trends.issuedAndSpent', {
          issued: number(sum(({ coinsIssued }) => coinsIssued)),
          spent: number(sum(({ coinsSpent }) => coinsSpent)),
        })}
        data={drawn}
        series={[
          { name: 'coinsIssued', label: t('trends.coinsIssued'), color: 'coins.6' },
          { name: 'coinsSpent', label: t('trends.coinsSpent'), color: 'feed.5' },
        ]}
        format={brief}
      />
      <Chart
        title={t('trends.revenue')}
        summary={money(
          sum(({ revenueCents }) => revenueCents),
          currency,
        )}
        data={drawn}
        series={[{ name: 'revenueCents', label: t('trends.revenue'), color: 'cup.6' }]}
        format={(cents) => money(cents, currency)}
        scale={(cents) => brief(cents / 100)}
      />
    </div>
  );
}

function Chart({
  title,
  summary,
  data,
  series,
  format,
  scale = format,
  most,
}: {
  title: string;
  /** The sum or rate of the twelve weeks. */
  summary: string;
  data: Record<string, string | number>[];
  series: BarChartSeries[];
  format: (value: number) => string;
  /** For the figures beside the axis, which has little room; `format` by default. */
  scale?: (value: number) => string;
  /** The scale's maximum; computed from the data by default. */
  most?: number;
}) {
  return (
    <Card className={classes.chart}>
      <Title order={3} size="h4">
        {title}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {summary}
      </Text>
      <BarChart
        h="14rem"
        data={data}
        dataKey="week"
        series={series}
        withLegend={series.length > 1}
        legendProps={{ verticalAlign: 'bottom' }}
        valueFormatter={format}
        tickLine="none"
        // The charts are no keyboard stop, because the table holds the same figures.
        // The margin holds the upper half of the topmost figure beside the axis.
        barChartProps={{ accessibilityLayer: false, margin: { top: 8 } }}
        barProps={{ radius: [4, 4, 0, 0], isAnimationActive: false }}
        maxBarWidth={28}
        xAxisProps={{ minTickGap: 12, interval: 'equidistantPreserveStart' }}
        yAxisProps={{
          allowDecimals: most !== undefined,
          width: 56,
          interval: 0,
          tickFormatter: scale,
          domain: [0, most ?? 'auto'],
        }}
      />
    </Card>
  );
}

import { Stack, Title } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import classes from './overview.module.css';
import { trendsQuery } from './queries.ts';

// The chart library is larger than the rest of the page, and Mantine's table brings what places menus along.
const TrendCharts = lazyComponent(async () => (await import('./trend-charts.tsx')).TrendCharts);
const TrendTable = lazyComponent(async () => (await import('./trend-table.tsx')).TrendTable);

/** How far below the window the charts may be before they are drawn: it takes a slow phone half a second. */
const near = '400px';

/** The last twelve weeks as charts or, at the reader's choice, as a table. */
export function TrendsSection() {
  const { t } = useTranslation('admin');
  const [{ trends: shown = 'charts' }, filter] = useFilters({ trends: ['charts', 'table'] });
  const { data, error, refetch } = useQuery(trendsQuery);
  const { ref, entry } = useIntersection({ rootMargin: near });
  const [wasNear, setWasNear] = useState(false);
  useEffect(() => {
    if (entry?.isIntersecting) setWasNear(true);
  }, [entry]);
  return (
    <Stack component="section" aria-labelledby="trends" gap="md" ref={ref}>
      <div className={classes.cardHead}>
        <Title order={2} id="trends">
          {t('trends.title')}
        </Title>
        <SegmentedControl
          label={t('trends.shownAs')}
          value={shown}
          data={[
            { value: 'charts', label: t('trends.charts') },
            { value: 'table', label: t('trends.table') },
          ]}
          onChange={(chosen) => filter('trends', chosen === 'charts' ? '' : chosen)}
        />
      </div>
      {!data &&
        (error ? (
          <ErrorState isPart error={error} title={t('trends.failed')} onRetry={refetch} />
        ) : (
          <Waiting />
        ))}
      {data && shown === 'charts' && (
        <Suspense fallback={<Waiting />}>{wasNear ? <TrendCharts trends={data} /> : <Waiting />}</Suspense>
      )}
      {data && shown === 'charts' && (
        // A screen reader cannot read the charts, so the table is always in the page.
        <div className="visually-hidden">
          <Suspense>
            <TrendTable trends={data} />
          </Suspense>
        </div>
      )}
      {data && shown === 'table' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keyboard too
        <section className={classes.scroll} aria-label={t('trends.table')} tabIndex={0}>
          <Suspense fallback={<LoadingBlocks heights={['20rem']} />}>
            <TrendTable trends={data} />
          </Suspense>
        </section>
      )}
    </Stack>
  );
}

function Waiting() {
  return <LoadingBlocks heights={['20rem']} times={4} className={classes.charts} />;
}

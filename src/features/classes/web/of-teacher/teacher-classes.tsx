import { Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useList } from '#web/api/use-list.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import styles from '../browse/card-grid.module.css';
import { CardsLoading } from '../browse/cards-loading.tsx';
import { momentOf } from '../class-moment.ts';
import { OpenClassDrawer } from '../open-class/open-class-drawer.tsx';
import { teacherClassesQuery } from '../queries.ts';
import { useCityOfHours } from '../seat/use-city-of-hours.ts';
import { groupSeries } from '../series/group-series.ts';
import { SeriesCard } from '../series/series-card.tsx';
import { useClock } from '../use-clock.ts';

/** The classes and clubs that a teacher gives next, each repeating one once with its days. */
export function TeacherClasses({ id }: { id: string }) {
  const { t } = useTranslation('classes');
  const clock = useClock();
  const hours = useCityOfHours();
  const { items, ...classes } = useList(teacherClassesQuery(id));
  const toCome = items?.filter((each) => ['upcoming', 'live'].includes(momentOf(each, clock.now)));
  return (
    <Stack component="section" aria-labelledby="teacher-classes" mt="xl">
      <Group justify="space-between" align="baseline" gap="xs">
        <Title order={2} size="h3" id="teacher-classes">
          {t('ofTeacher.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {hours}
        </Text>
      </Group>
      <PagedList
        list={{ ...classes, items: toCome }}
        failed={t('page.failed')}
        loading={<CardsLoading />}
        empty={<EmptyState title={t('ofTeacher.empty')} titleOrder={3} />}
        more={t('page.more')}
      >
        {(shown) => (
          <div className={styles.grid}>
            {groupSeries(shown, clock.zone).map((series) => (
              <SeriesCard key={series.key} series={series} clock={clock} namesTeacher={false} />
            ))}
          </div>
        )}
      </PagedList>
      <OpenClassDrawer {...clock} />
    </Stack>
  );
}

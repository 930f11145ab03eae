import { Anchor, Button, Group, Stack, Title } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSeatsInWords } from '#features/classes/web/before/use-seats-in-words.ts';
import styles from '#features/classes/web/browse/card-grid.module.css';
import { CardsLoading } from '#features/classes/web/browse/cards-loading.tsx';
import { momentOf } from '#features/classes/web/class-moment.ts';
import { ClassFace } from '#features/classes/web/seat/class-card.tsx';
import { SeatRow } from '#features/classes/web/seat/seat-row.tsx';
import { groupSeries } from '#features/classes/web/series/group-series.ts';
import { useClock } from '#features/classes/web/use-clock.ts';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { useList } from '#web/api/use-list.ts';
import { useNamed } from '#web/i18n/use-named.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { sharedClassesQuery } from './queries.ts';

const weekdayAndDay = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** A card that repeats links so many of its later dates. */
const mostDates = 4;

/**
 * The classes and clubs that a teacher gives next, for a visitor: each leads to its page and to a seat. Those that
 * repeat are one card.
 */
export function VisitorClasses({ teacherId }: { teacherId: string }) {
  const { t, i18n } = useTranslation(['classes', 'sharing']);
  const named = useNamed();
  const { now, zone } = useClock();
  const seatsInWords = useSeatsInWords();
  const { items, ...classes } = useList(sharedClassesQuery(teacherId));
  const toCome = items?.filter((each) => ['upcoming', 'live'].includes(momentOf(each, now)));
  return (
    <Stack component="section" aria-labelledby="visitor-classes" mt="xl">
      <Title order={2} size="h3" id="visitor-classes">
        {t('ofTeacher.title')}
      </Title>
      <PagedList
        list={{ ...classes, items: toCome }}
        failed={t('page.failed')}
        loading={<CardsLoading />}
        empty={<EmptyState title={t('ofTeacher.empty')} titleOrder={3} />}
        more={t('page.more')}
      >
        {(shown) => (
          <div className={styles.grid}>
            {groupSeries(shown, zone).map(({ key, meetings: [liveClass, ...others] }) => (
              <ClassFace
                key={key}
                liveClass={liveClass}
                now={now}
                zone={zone}
                titleOrder={3}
                withDay
                withPrice
                to={`/classes/${liveClass.id}`}
              >
                <SeatRow
                  icon={<IconUsers size="1.25rem" aria-hidden />}
                  says={seatsInWords(liveClass, liveClass.openSeats, now)}
                >
                  <Button
                    component={Link}
                    to={`/classes/${liveClass.id}`}
                    variant="default"
                    aria-label={named(t('sharing:visitor.see'), liveClass.title)}
                  >
                    {t('sharing:visitor.see')}
                  </Button>
                </SeatRow>
                {others.length > 0 && (
                  <Group gap="md" mt="sm">
                    {others.slice(0, mostDates).map(({ id, startsAt }) => {
                      const day = dayInWords(calendarDay(startsAt, zone), i18n.language, weekdayAndDay);
                      return (
                        <Anchor
                          key={id}
                          component={Link}
                          to={`/classes/${id}`}
                          size="sm"
                          aria-label={named(day, liveClass.title)}
                        >
                          {day}
                        </Anchor>
                      );
                    })}
                  </Group>
                )}
              </ClassFace>
            ))}
          </div>
        )}
      </PagedList>
    </Stack>
  );
}

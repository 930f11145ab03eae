import { Card, Stack, Title } from '@mantine/core';
import { Calendar } from '@mantine/dates';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { groupBy } from '#shared/group-by.ts';
import { monthOf } from '#shared/time/calendar-days.ts';
import { dayInWords, monthsInWords } from '#shared/time/calendar-words.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { useFailureToast } from '#web/ui/toasts/use-failure-toast.ts';
import type { ClassCard as LiveClass } from '../../contract.ts';
import { CardsLoading } from '../browse/cards-loading.tsx';
import { dayInAddress } from '../day-in-address.ts';
import { ClassFilterBar } from '../filters/class-filter-bar.tsx';
import { useClassFilters } from '../filters/class-filters.ts';
import { monthQuery } from '../queries.ts';
import { ListedClass } from '../seat/listed-class.tsx';
import { useDayHeading } from '../use-day-heading.ts';
import styles from './month-calendar.module.css';

/** A month with marked days, and the classes of the day that the address names. Days are in the reader's zone. */
export function MonthCalendar({ now, zone, today }: { now: Date; zone: string; today: string }) {
  const { t, i18n } = useTranslation('classes');
  const [{ day = today }, choose] = useFilters({ day: dayInAddress });
  const setDay = (chosen: string) => choose('day', chosen === today ? '' : chosen);
  const month = monthOf(day);
  const [filters, setFilter] = useClassFilters();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...monthQuery(month, filters),
    placeholderData: keepPreviousData,
  });
  const found = data && !isPlaceholderData ? { count: data.length, isMore: false } : undefined;
  const headingOf = useDayHeading(today);
  useFailureToast(error, t('page.failed'));

  const byDay = groupBy(data ?? [], ({ startsAt }) => calendarDay(startsAt, zone));
  const ofTheDay = byDay.get(day) ?? [];
  const turnTo = (shown: string) =>
    setDay(monthOf(shown) === monthOf(today) ? today : `${monthOf(shown)}-01`);

  function nothing() {
    if (data && !isPlaceholderData) return <EmptyState title={t('calendar.empty')} titleOrder={3} />;
    return error ? (
      <ErrorState error={error} title={t('page.failed')} onRetry={refetch} />
    ) : (
      <CardsLoading count={1} />
    );
  }

  function card(liveClass: LiveClass) {
    return <ListedClass key={liveClass.id} liveClass={liveClass} now={now} zone={zone} />;
  }

  return (
    <>
      <ClassFilterBar filters={filters} found={found} onFilter={setFilter} />
      <div className={styles.page}>
        <Card className={styles.shown}>
          <Calendar
            date={`${month}-01`}
            onDateChange={turnTo}
            maxLevel="month"
            enableKeyboardNavigation={false}
            fullWidth
            size="md"
            firstDayOfWeek={1}
            weekendDays={[]}
            classNames={{
              calendarHeaderControl: styles.turn,
              day: styles.day,
              calendarHeaderLevel: styles.month,
            }}
            monthLabelFormat={(shown) => monthsInWords(shown, shown, i18n.language)}
            weekdayFormat={(weekday) => dayInWords(weekday.slice(0, 10), i18n.language, { weekday: 'short' })}
            ariaLabels={{ previousMonth: t('calendar.previousMonth'), nextMonth: t('calendar.nextMonth') }}
            getDayAriaLabel={(date) =>
              `${dayInWords(date, i18n.language)}. ${t('calendar.classes', { count: byDay.get(date)?.length ?? 0 })}`
            }
            getDayProps={(date) => ({
              onClick: () => setDay(date),
              selected: date === day,
              'aria-pressed': date === day,
              'aria-current': date === today ? 'date' : undefined,
              'data-classes': byDay.has(date) || undefined,
            })}
            renderDay={(date) => <DayMark day={date} classes={byDay.get(date) ?? []} />}
          />
        </Card>
        <Stack gap="md" component="section" aria-labelledby="day-of-classes">
          <Title order={2} size="h3" id="day-of-classes" aria-live="polite">
            {headingOf(day)}
          </Title>
          {ofTheDay.map(card)}
          {ofTheDay.length === 0 && nothing()}
        </Stack>
      </div>
    </>
  );
}

/** The number of a day, underlined when it has classes and more strongly when the reader has a seat in one. */
function DayMark({ day, classes }: { day: string; classes: readonly LiveClass[] }) {
  const mine = classes.some(({ isEnrolled }) => isEnrolled);
  return (
    <span
      className={styles.mark}
      data-classes={classes.length > 0 || undefined}
      data-mine={mine || undefined}
    >
      {Number(day.slice(8))}
    </span>
  );
}

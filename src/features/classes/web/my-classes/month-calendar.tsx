import { Card, Stack, Title } from '@mantine/core';
import { Calendar } from '@mantine/dates';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calendarDay } from '#shared/zones.ts';
import { dayInWords, monthsInWords } from '#web/i18n/calendar-words.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { useFailureToast } from '#web/ui/use-failure-toast.ts';
import type { ClassCard as LiveClass } from '../../contract.ts';
import { monthOf } from '../calendar-days.ts';
import { CardsLoading } from '../cards-loading.tsx';
import { monthOfClasses } from '../queries.ts';
import { ClassCard } from '../seat/class-card.tsx';
import { useDayHeading } from '../use-day-heading.ts';
import styles from './month-calendar.module.css';

/** A month with its days of classes marked, and what the chosen day holds. Days are the reader's. */
export function MonthCalendar({ now, zone, today }: { now: Date; zone: string; today: string }) {
  const { t, i18n } = useTranslation('classes');
  const [day, setDay] = useState(today);
  const month = monthOf(day);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...monthOfClasses(month),
    placeholderData: keepPreviousData,
  });
  const headingOf = useDayHeading(today);
  useFailureToast(error, t('page.failed'));

  const byDay = Map.groupBy(data ?? [], ({ startsAt }) => calendarDay(startsAt, zone));
  const ofTheDay = byDay.get(day) ?? [];
  const turnTo = (leaf: string) => setDay(monthOf(leaf) === monthOf(today) ? today : `${monthOf(leaf)}-01`);

  function nothing() {
    if (data && !isPlaceholderData) return <EmptyState title={t('calendar.empty')} titleOrder={3} />;
    return error ? <ErrorState error={error} onRetry={refetch} /> : <CardsLoading count={1} />;
  }

  function card(liveClass: LiveClass) {
    return <ClassCard key={liveClass.id} liveClass={liveClass} now={now} zone={zone} />;
  }

  return (
    <div className={styles.page}>
      <Card className={styles.leaf}>
        <Calendar
          date={`${month}-01`}
          onDateChange={turnTo}
          maxLevel="month"
          enableKeyboardNavigation={false}
          fullWidth
          size="md"
          firstDayOfWeek={1}
          weekendDays={[]}
          highlightToday
          classNames={{
            calendarHeaderControl: styles.turn,
            day: styles.day,
            calendarHeaderLevel: styles.month,
          }}
          monthLabelFormat={(leaf) => monthsInWords(leaf, leaf, i18n.language)}
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
        <Title order={2} size="h3" id="day-of-classes">
          {headingOf(day)}
        </Title>
        {ofTheDay.map(card)}
        {ofTheDay.length === 0 && nothing()}
      </Stack>
    </div>
  );
}

/** The number of a day, and a stroke under it when it holds classes: a fuller one when the reader is in one. */
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

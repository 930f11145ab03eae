import { Card, Group, Text, Title } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { useNamed } from '#web/i18n/use-named.ts';
import { type ClassCard, enrolRefusals } from '../../contract.ts';
import { seatsOpenTo } from '../../rules.ts';
import { useSeatsInWords } from '../before/use-seats-in-words.ts';
import { LanguageTag } from '../browse/language-tag.tsx';
import { momentOf } from '../class-moment.ts';
import { useOpenClass } from '../open-class/use-open-class.ts';
import head from '../seat/card-head.module.css';
import { isLongTitle } from '../seat/is-long-title.ts';
import { PriceBadge, PriceWords } from '../seat/plan-price.tsx';
import { StartTimes } from '../seat/start-times.tsx';
import { TeacherLine } from '../seat/teacher-line.tsx';
import { classColour } from '../week-calendar/class-colour.ts';
import type { Series } from './group-series.ts';
import styles from './series-card.module.css';

type Clock = { now: Date; zone: string; today: string };

/** A repeating club once, with a link for each of its days. The list names Mexico City once. */
export function SeriesCard({
  series: { meetings },
  clock,
  namesTeacher = true,
}: {
  series: Series<ClassCard>;
  clock: Clock;
  /** Not on the teacher's own page. */
  namesTeacher?: boolean;
}) {
  const { t } = useTranslation(['classes', 'shell']);
  const titleId = useId();
  const [first] = meetings;
  const { level, durationMinutes } = first;
  const withPrice = meetings.some((each) => !each.isEnrolled && !isOver(momentOf(each, clock.now)));
  return (
    <Card
      component="article"
      aria-labelledby={titleId}
      className={`${head.card} ${styles.series}`}
      style={classColour(first)}
    >
      <div className={head.head}>
        <StartTimes startsAt={first.startsAt} zone={clock.zone} namesCity={false} />
        <Title
          order={3}
          size="h4"
          id={titleId}
          className={head.title}
          data-long={isLongTitle(first.title) || undefined}
        >
          {first.title}
        </Title>
        {withPrice && <PriceBadge tier={first.requiredTier} size="md" />}
      </div>
      <Group gap="0 0.75rem">
        <LanguageTag taught={first} />
        <Text size="sm" c="dimmed">
          {[level && t(`shell:levels.${level}`), t('minutes', { count: durationMinutes })]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      {withPrice && <PriceWords liveClass={first} />}
      {namesTeacher && <TeacherLine taught={first} />}
      <ul className={styles.days} aria-labelledby={titleId}>
        {meetings.map((meeting) => (
          <li key={meeting.id}>
            <MeetingLink meeting={meeting} clock={clock} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const isOver = (moment: ReturnType<typeof momentOf>) => moment === 'ended' || moment === 'cancelled';

/** So many free seats or fewer are worth saying. */
const fewSeats = 3;

const shortDay = { weekday: 'short', day: 'numeric' } as const;

function MeetingLink({ meeting, clock }: { meeting: ClassCard; clock: Clock }) {
  const { t, i18n } = useTranslation('classes');
  const named = useNamed();
  const { addressOf } = useOpenClass();
  const seatsInWords = useSeatsInWords();
  const day = calendarDay(meeting.startsAt, clock.zone);
  const moment = momentOf(meeting, clock.now);
  const isMine = meeting.isEnrolled && moment !== 'cancelled';

  /** What the day says of its class, and what only a screen reader says of it, so that most days stay short. */
  function state(): { seen: string } | { heard: string } {
    if (moment === 'cancelled') return { seen: t('week.cancelled') };
    if (moment === 'ended') return { heard: t('weekOfClubs.over') };
    if (isMine) {
      const mine = t('weekOfClubs.mine');
      return { seen: moment === 'live' ? `${t('moment.live')} · ${mine}` : mine };
    }
    if (moment === 'live') return { seen: t('moment.live') };
    if (meeting.allowed.enrol === enrolRefusals.ownClass.code) return { heard: t('weekOfClubs.yours') };
    const free = seatsOpenTo(meeting);
    const seats = seatsInWords(meeting, free, clock.now);
    return free <= fewSeats ? { seen: seats } : { heard: seats };
  }
  const words = state();
  const date = dayInWords(day, i18n.language, shortDay);

  return (
    <Link
      aria-label={named(`${date} ${'seen' in words ? words.seen : words.heard}`, meeting.title)}
      to={{ search: addressOf(meeting.id) }}
      preventScrollReset
      className={styles.day}
      data-over={isOver(moment) || undefined}
      data-cancelled={moment === 'cancelled' || undefined}
      data-live={moment === 'live' || undefined}
      data-mine={isMine || undefined}
    >
      <span className={styles.date}>
        {isMine && <IconCircleCheckFilled size="1rem" aria-hidden />}
        <span>{date}</span>
      </span>{' '}
      {'seen' in words && <span className={styles.state}>{words.seen}</span>}
    </Link>
  );
}

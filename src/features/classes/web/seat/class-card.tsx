import { Badge, Card, Group, Stack, Text, Title, type TitleOrder } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ClassCard as LiveClass } from '../../contract.ts';
import { OwnAbsenceLater } from '../absences/own-absence-later.tsx';
import { LanguageTag } from '../browse/language-tag.tsx';
import { momentOf } from '../class-moment.ts';
import { classColour } from '../week-calendar/class-colour.ts';
import { AfterClass } from './after-class.tsx';
import styles from './class-card.module.css';
import { MoreText } from './more-text.tsx';
import { PriceBadge, PriceWords } from './plan-price.tsx';
import { SeatButton } from './seat-button.tsx';
import { StartTimes } from './start-times.tsx';
import { TeacherLine } from './teacher-line.tsx';

/** What a class shows of itself to every reader. */
export type ClassFacts = Pick<
  LiveClass,
  | 'id'
  | 'kind'
  | 'title'
  | 'description'
  | 'startsAt'
  | 'zone'
  | 'durationMinutes'
  | 'requiredTier'
  | 'language'
  | 'level'
  | 'targetAudience'
  | 'status'
  | 'teacherId'
  | 'teacherName'
  | 'teacherImage'
  | 'teacherRating'
  | 'teacherReviews'
  | 'hasTeacherPage'
>;

/** A class or club as a student sees it who has opened it. */
export function ClassCard({
  rating = false,
  explaining = false,
  ...shown
}: Omit<Parameters<typeof ClassFace>[0], 'liveClass' | 'to' | 'withPrice' | 'children'> & {
  liveClass: LiveClass;
  /** Asks for the rating at once, where the reader may give one. */
  rating?: boolean;
  /** Asks at once why the reader was absent, where they were. */
  explaining?: boolean;
}) {
  const { liveClass, now } = shown;
  const isOver = ['ended', 'cancelled'].includes(momentOf(liveClass, now));
  return (
    <ClassFace {...shown} withPrice={!isOver && !liveClass.isEnrolled}>
      {isOver ? (
        <AfterClass liveClass={liveClass} rating={rating} explaining={explaining} />
      ) : (
        <>
          <SeatButton liveClass={liveClass} now={now} />
          {liveClass.myAbsence && !liveClass.isEnrolled && (
            <OwnAbsenceLater
              classId={liveClass.id}
              title={liveClass.title}
              absence={liveClass.myAbsence}
              asked={explaining}
            />
          )}
        </>
      )}
    </ClassFace>
  );
}

/** The card of a class with its foot, where the reader acts. */
export function ClassFace({
  liveClass,
  now,
  zone,
  titleOrder = 3,
  withDay = false,
  to,
  withPrice,
  children,
}: {
  liveClass: ClassFacts;
  now: Date;
  /** The reader's. */
  zone: string;
  titleOrder?: TitleOrder;
  /** For lists that are not grouped by day. */
  withDay?: boolean;
  /** Where the title leads; left out where the class is open already. */
  to?: string;
  /** Says what it costs: not to students with a seat, and not once it is over. */
  withPrice: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation(['classes', 'shell']);
  const titleId = useId();
  const moment = momentOf(liveClass, now);
  const { level, kind } = liveClass;

  function minutes(count: number): string {
    return t('minutes', { count });
  }

  return (
    <Card
      component="article"
      aria-labelledby={titleId}
      className={styles.card}
      style={classColour(liveClass)}
    >
      <Group justify="space-between" align="start" gap="xs">
        <StartTimes startsAt={liveClass.startsAt} zone={zone} withDay={withDay} />
        {(moment === 'live' || withPrice) && (
          <Group gap="xs">
            {moment === 'live' && (
              <Badge color="live" variant="filled" size="lg">
                {t('moment.live')}
              </Badge>
            )}
            {withPrice && <PriceBadge tier={liveClass.requiredTier} />}
          </Group>
        )}
      </Group>
      <Stack gap="xs">
        <Title
          order={titleOrder}
          size="h3"
          id={titleId}
          className={styles.title}
          data-cancelled={moment === 'cancelled' || undefined}
        >
          {to ? (
            <Link to={to} className={styles.titleLink}>
              {liveClass.title}
            </Link>
          ) : (
            liveClass.title
          )}
        </Title>
        <Group gap="xs">
          <LanguageTag taught={liveClass} />
          <Text size="sm" c="dimmed">
            {[level && t(`shell:levels.${level}`), t(`kinds.${kind}`), minutes(liveClass.durationMinutes)]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </Group>
        {withPrice && <PriceWords liveClass={liveClass} />}
        <TeacherLine taught={liveClass} />
      </Stack>
      <MoreText text={liveClass.description} />
      <div className={styles.foot}>{children}</div>
    </Card>
  );
}

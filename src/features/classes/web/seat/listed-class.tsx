import { Badge, Card, Group, Text, Title, type TitleOrder } from '@mantine/core';
import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ClassCard as LiveClass } from '../../contract.ts';
import { LanguageTag } from '../browse/language-tag.tsx';
import { momentOf } from '../class-moment.ts';
import { useOpenClass } from '../open-class/use-open-class.ts';
import { classColour } from '../week-calendar/class-colour.ts';
import { AfterClass } from './after-class.tsx';
import head from './card-head.module.css';
import { isLongTitle } from './is-long-title.ts';
import styles from './listed-class.module.css';
import { PriceBadge, PriceWords } from './plan-price.tsx';
import { SeatButton } from './seat-button.tsx';
import { StartTimes } from './start-times.tsx';
import { TeacherLine } from './teacher-line.tsx';

/**
 * A class or club in a list: what a student decides by, and their one action. Its title opens the class, where its
 * description is. The list names Mexico City once. A card is drawn again only where it changes: the hint of one seat
 * reads the whole list again.
 */
export const ListedClass = memo(function ListedClass({
  liveClass,
  now,
  zone,
  today,
  titleOrder = 3,
  clubsOnly = false,
}: {
  liveClass: LiveClass;
  now: Date;
  /** The reader's. */
  zone: string;
  /** The reader's, in a list that is not grouped by day: each class says its own. */
  today?: string;
  titleOrder?: TitleOrder;
  /** A list of clubs does not say that each is one. */
  clubsOnly?: boolean;
}) {
  const { t } = useTranslation(['classes', 'shell']);
  const titleId = useId();
  const moment = momentOf(liveClass, now);
  const isOver = moment === 'ended' || moment === 'cancelled';
  const withPrice = !isOver && !liveClass.isEnrolled;
  const { id, title, level, kind, durationMinutes, requiredTier, startsAt } = liveClass;
  const facts = [
    level && t(`shell:levels.${level}`),
    !clubsOnly && t(`kinds.${kind}`),
    t('minutes', { count: durationMinutes }),
  ];
  return (
    <Card
      component="article"
      aria-labelledby={titleId}
      className={`${head.card} ${styles.listed}`}
      style={classColour(liveClass)}
    >
      <div className={head.head}>
        <StartTimes startsAt={startsAt} zone={zone} today={today} namesCity={false} />
        <Title
          order={titleOrder}
          size="h4"
          id={titleId}
          className={head.title}
          data-long={today !== undefined || isLongTitle(title) || undefined}
        >
          <ToClass id={id} title={title} isCancelled={moment === 'cancelled'} />
        </Title>
        {(moment === 'live' || withPrice) && (
          <Group gap="0.25rem">
            {moment === 'live' && (
              <Badge color="live" variant="filled">
                {t('moment.live')}
              </Badge>
            )}
            {withPrice && <PriceBadge tier={requiredTier} size="md" />}
          </Group>
        )}
      </div>
      <Group gap="0 0.75rem">
        <LanguageTag taught={liveClass} />
        <Text size="sm" c="dimmed">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </Group>
      {withPrice && <PriceWords liveClass={liveClass} />}
      <TeacherLine taught={liveClass} />
      <div className={styles.foot}>
        {isOver ? (
          <AfterClass liveClass={liveClass} inList />
        ) : (
          <SeatButton liveClass={liveClass} now={now} inList />
        )}
      </div>
    </Card>
  );
});

/** Follows the address by itself, so that a class which opens draws the links of the list and not its cards. */
function ToClass({ id, title, isCancelled }: { id: string; title: string; isCancelled: boolean }) {
  const { addressOf } = useOpenClass();
  return (
    <Link
      to={{ search: addressOf(id) }}
      preventScrollReset
      className={styles.link}
      data-cancelled={isCancelled || undefined}
    >
      {title}
    </Link>
  );
}

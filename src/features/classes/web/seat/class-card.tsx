import { Badge, Card, Group, Stack, Text, Title, type TitleOrder } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { TierBadge } from '#features/memberships/web/tier-badge.tsx';
import type { ClassCard as LiveClass } from '../../contract.ts';
import { classColour } from '../class-colour.ts';
import { momentOf } from '../class-moment.ts';
import { LanguageTag } from '../language-tag.tsx';
import { AfterClass } from './after-class.tsx';
import styles from './class-card.module.css';
import { MoreText } from './more-text.tsx';
import { SeatButton } from './seat-button.tsx';
import { StartTimes } from './start-times.tsx';

/** A class or club as a student sees it. `price` stands beside its plan. */
export function ClassCard({
  liveClass,
  now,
  zone,
  price,
  titleOrder = 3,
  withDay = false,
}: {
  liveClass: LiveClass;
  now: Date;
  /** The reader's. */
  zone: string;
  price?: ReactNode;
  titleOrder?: TitleOrder;
  /** Where nothing around it says which day it is. */
  withDay?: boolean;
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
        <Group gap="xs">
          {moment === 'live' && (
            <Badge color="live" variant="filled" size="lg">
              {t('moment.live')}
            </Badge>
          )}
          <TierBadge tier={liveClass.requiredTier} />
          {price}
        </Group>
      </Group>
      <Stack gap="xs">
        <Title
          order={titleOrder}
          size="h3"
          id={titleId}
          className={styles.title}
          data-cancelled={moment === 'cancelled' || undefined}
        >
          {liveClass.title}
        </Title>
        <Group gap="xs">
          <LanguageTag taught={liveClass} />
          <Text size="sm" c="dimmed">
            {[level && t(`shell:levels.${level}`), t(`kinds.${kind}`), minutes(liveClass.durationMinutes)]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </Group>
        <Teacher name={liveClass.teacherName} rating={liveClass.teacherRating} />
      </Stack>
      <MoreText text={liveClass.description} />
      <div className={styles.foot}>
        {moment === 'ended' || moment === 'cancelled' ? (
          <AfterClass liveClass={liveClass} />
        ) : (
          <SeatButton liveClass={liveClass} now={now} />
        )}
      </div>
    </Card>
  );
}

/** The teacher's name, and their rating once somebody has given one. */
function Teacher({ name, rating }: { name: string; rating: number | null }) {
  const { t } = useTranslation('classes');
  return (
    <Group gap="xs">
      <Text size="sm" className={styles.words}>
        {t('teacher', { name })}
      </Text>
      {rating !== null && (
        <Text span size="sm">
          <Rating rating={rating} />
        </Text>
      )}
    </Group>
  );
}

/** `4.8` and a star. */
export function Rating({ rating }: { rating: number }) {
  const { t } = useTranslation('classes');
  const shown = rating.toFixed(1);
  return (
    <span className={styles.rating}>
      <IconStarFilled size="1em" aria-hidden />
      <span aria-hidden>{shown}</span>
      <span className="visually-hidden">{t('rating', { rating: shown })}</span>
    </span>
  );
}

import { Badge } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ClassCard, enrolRefusals } from '../../contract.ts';
import { seatsOpenTo } from '../../rules.ts';
import { useSeatsInWords } from '../before/use-seats-in-words.ts';
import { LanguageTag } from '../browse/language-tag.tsx';
import { momentOf } from '../class-moment.ts';
import { useOpenClass } from '../open-class/use-open-class.ts';
import { PriceBadge, PriceWords } from '../seat/plan-price.tsx';
import { classColour } from '../week-calendar/class-colour.ts';
import styles from './week-of-clubs.module.css';
import { WeekOfClubsTimes } from './week-of-clubs-times.tsx';

/** A club in the week: a link that opens its card, which holds the seat button. */
export function WeekOfClubsBlock({
  club,
  now,
  zone,
}: {
  club: ClassCard;
  now: Date;
  /** The reader's. */
  zone: string;
}) {
  const { t } = useTranslation(['classes', 'shell']);
  const { addressOf } = useOpenClass();
  const seatsInWords = useSeatsInWords();
  const moment = momentOf(club, now);
  const isOver = moment === 'ended' || moment === 'cancelled';
  const withPrice = !isOver && !club.isEnrolled;

  function state() {
    if (moment === 'cancelled') return t('week.cancelled');
    if (moment === 'ended') return t('weekOfClubs.over');
    const live = moment === 'live' && (
      <Badge color="live" variant="filled">
        {t('moment.live')}
      </Badge>
    );
    return (
      <>
        {live}
        {seat()}
      </>
    );
  }

  function seat() {
    if (club.allowed.enrol === enrolRefusals.ownClass.code) return t('weekOfClubs.yours');
    if (!club.isEnrolled) return moment === 'live' ? null : seatsInWords(club, seatsOpenTo(club), now);
    return (
      <>
        <IconCircleCheckFilled size="1rem" className={styles.mine} aria-hidden />
        {t('weekOfClubs.mine')}
      </>
    );
  }

  return (
    <Link
      to={{ search: addressOf(club.id) }}
      preventScrollReset
      className={styles.block}
      style={classColour(club)}
      data-over={isOver || undefined}
      data-cancelled={moment === 'cancelled' || undefined}
    >
      <WeekOfClubsTimes startsAt={club.startsAt} zone={zone} />
      <span className={styles.title}>{club.title}</span>
      <span className={styles.line}>
        <LanguageTag taught={club} size="xs" />
        {withPrice && <PriceBadge tier={club.requiredTier} size="sm" />}
      </span>
      {withPrice && <PriceWords liveClass={club} />}
      <span className={styles.line}>{t('teacher', { name: club.teacherName })}</span>
      <span className={styles.state}>{state()}</span>
    </Link>
  );
}

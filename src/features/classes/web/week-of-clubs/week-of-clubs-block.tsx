import { Badge } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { tierLooks } from '#features/memberships/web/tier-badge.tsx';
import { type ClassCard, enrolRefusals } from '../../contract.ts';
import { seatsLeft } from '../../rules.ts';
import { classColour } from '../class-colour.ts';
import { momentOf } from '../class-moment.ts';
import { LanguageTag } from '../language-tag.tsx';
import styles from './week-of-clubs.module.css';
import { WeekOfClubsTimes } from './week-of-clubs-times.tsx';

/** A club in the week: a button that opens its card, where one takes a seat. */
export function WeekOfClubsBlock({
  club,
  now,
  zone,
  onOpen,
}: {
  club: ClassCard;
  now: Date;
  /** The reader's. */
  zone: string;
  onOpen: (id: string) => void;
}) {
  const { t } = useTranslation(['classes', 'shell']);
  const { Icon } = tierLooks[club.requiredTier];
  const moment = momentOf(club, now);
  const isOver = moment === 'ended' || moment === 'cancelled';

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
    if (!club.isEnrolled) return moment === 'live' ? null : t('seats.left', { count: seatsLeft(club) });
    return (
      <>
        <IconCircleCheckFilled size="1rem" className={styles.mine} aria-hidden />
        {t('weekOfClubs.mine')}
      </>
    );
  }

  return (
    <button
      type="button"
      className={styles.block}
      style={classColour(club)}
      data-over={isOver || undefined}
      data-cancelled={moment === 'cancelled' || undefined}
      onClick={() => onOpen(club.id)}
    >
      <WeekOfClubsTimes startsAt={club.startsAt} zone={zone} />
      <span className={styles.title}>{club.title}</span>
      <span className={styles.line}>
        <LanguageTag taught={club} size="xs" />
        <Icon className={styles.tier} aria-hidden />
        <span className="visually-hidden">{t(`shell:tiers.${club.requiredTier}`)}</span>
      </span>
      <span className={styles.line}>{t('teacher', { name: club.teacherName })}</span>
      <span className={styles.state}>{state()}</span>
    </button>
  );
}

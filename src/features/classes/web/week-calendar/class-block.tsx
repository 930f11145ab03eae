import { useTranslation } from 'react-i18next';
import { tierLooks } from '#features/memberships/web/tier-badge.tsx';
import { clockTime } from '#shared/zones.ts';
import type { ManagedClass } from '../../contract.ts';
import { classColour } from '../class-colour.ts';
import { LanguageTag } from '../language-tag.tsx';
import { CalendarMark } from '../seat/calendar-mark.tsx';
import { Rating } from '../seat/class-card.tsx';
import styles from './class-block.module.css';

/** A class in the organiser's calendar: a button in its language's colour that opens its details. */
export function ClassBlock({
  liveClass,
  zone,
  wide = false,
  onOpen,
}: {
  liveClass: ManagedClass;
  /** The viewer's. */
  zone: string;
  /** Where there is room: in one line, with the teacher. */
  wide?: boolean;
  onOpen: (id: string) => void;
}) {
  const { t } = useTranslation(['classes', 'shell']);
  const { title, startsAt, requiredTier, seatsTaken, teacherRating, status, targetAudience, calendar } =
    liveClass;
  const { Icon } = tierLooks[requiredTier];
  const rating = teacherRating !== null && <Rating rating={teacherRating} />;
  return (
    <button
      type="button"
      className={styles.block}
      style={classColour(liveClass)}
      data-wide={wide || undefined}
      data-audience={targetAudience}
      data-cancelled={status === 'cancelled' || undefined}
      onClick={() => onOpen(liveClass.id)}
    >
      <span className={styles.title}>
        <Icon className={styles.tier} aria-hidden />
        <span className="visually-hidden">{t(`shell:tiers.${requiredTier}`)}</span>
        <span>{title}</span>
      </span>
      <span className={styles.line}>
        <time dateTime={startsAt} className={styles.time}>
          {clockTime(startsAt, zone)}
        </time>
        {!wide && rating}
        {calendar && calendar !== 'synced' && <CalendarMark state={calendar} />}
      </span>
      <span className={styles.line}>
        <LanguageTag taught={liveClass} size="xs" />
      </span>
      {wide && (
        <span className={styles.line}>
          <span className={styles.words}>{liveClass.teacherName}</span>
          {rating}
        </span>
      )}
      <span className={styles.line}>
        {status === 'cancelled' ? t('week.cancelled') : t('students', { count: seatsTaken })}
      </span>
    </button>
  );
}

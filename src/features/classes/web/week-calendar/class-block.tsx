import { IconRepeat } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { tierLooks } from '#features/memberships/web/tier-badge.tsx';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { calendarDay, clockTime } from '#shared/time/zones.ts';
import type { ManagedClass } from '../../contract.ts';
import { LanguageTag } from '../browse/language-tag.tsx';
import { momentOf } from '../class-moment.ts';
import { useStudentsOf } from '../organise/use-students-of.ts';
import { CalendarMark } from '../seat/calendar-mark.tsx';
import { Rating } from '../seat/teacher-line.tsx';
import { useRepeatsInWords } from '../series/use-repeats-in-words.ts';
import styles from './class-block.module.css';
import { classColour } from './class-colour.ts';

/**
 * A class in the organiser's calendar: a button in its language's colour that opens its details. A screen reader gets
 * the day too, which stands over a column or a list, and the facts in the order in which they are looked for.
 */
export function ClassBlock({
  liveClass,
  zone,
  now,
  wide = false,
  onOpen,
}: {
  liveClass: ManagedClass;
  /** The reader's. */
  zone: string;
  now: Date;
  /** In one line, where there is room. */
  wide?: boolean;
  onOpen: (id: string) => void;
}) {
  const { t, i18n } = useTranslation(['classes', 'shell']);
  const studentsOf = useStudentsOf();
  // A teacher sees no classes but their own.
  const isAdmin = useAccount().account?.role === 'admin';
  const { title, startsAt, requiredTier, teacherRating } = liveClass;
  const { status, targetAudience, calendar, repeats, offer } = liveClass;
  const { daysInWords } = useRepeatsInWords();
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
      data-past={momentOf(liveClass, now) === 'ended' || undefined}
      onClick={() => onOpen(liveClass.id)}
    >
      <span className="visually-hidden">{dayInWords(calendarDay(startsAt, zone), i18n.language)}</span>
      <span className={styles.start}>
        <time dateTime={startsAt} className={styles.time}>
          {clockTime(startsAt, zone)}
        </time>
        {calendar && calendar !== 'synced' && <CalendarMark state={calendar} />}
      </span>
      <span className={styles.title}>
        <Icon className={styles.tier} aria-hidden />
        <span className={styles.words}>{title}</span>
        <span className="visually-hidden">{t(`shell:tiers.${requiredTier}`)}</span>
        {repeats && (
          <>
            <IconRepeat className={styles.repeats} aria-hidden />
            <span className="visually-hidden">
              {t('repeats.mark', { days: daysInWords(repeats.weekdays) })}
            </span>
          </>
        )}
      </span>
      <span className={styles.line}>
        <LanguageTag taught={liveClass} size="xs" />
      </span>
      {(isAdmin || offer) && (
        <span className={styles.teacher}>
          <span className={styles.name}>
            {offer ? t('offer.mark', { name: offer.name }) : liveClass.teacherName}
          </span>
          {isAdmin && rating}
        </span>
      )}
      <span className={styles.line}>
        {status === 'cancelled' ? t('week.cancelled') : studentsOf(liveClass)}
      </span>
    </button>
  );
}

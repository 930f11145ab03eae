import { IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { TeacherCard } from '../contract.ts';
import styles from './teachers.module.css';

/** A teacher's figures; earnings only on their own pages. */
export function TeacherStats({
  teacher,
}: {
  teacher: Pick<
    TeacherCard,
    'averageRating' | 'totalReviews' | 'totalStudentsTaught' | 'totalEventsCreated'
  > & { totalEarningsCents?: number; earningsCurrency?: string };
}) {
  const { t } = useTranslation('teachers');
  const { number, rating, money } = useFigures();
  const {
    averageRating,
    totalReviews,
    totalStudentsTaught,
    totalEventsCreated,
    totalEarningsCents,
    earningsCurrency,
  } = teacher;
  const stats = [
    {
      label: t('stats.rating'),
      figure:
        averageRating === null ? (
          <>
            <span aria-hidden>—</span>
            <span className="visually-hidden">{t('stats.unrated')}</span>
          </>
        ) : (
          <>
            {rating(averageRating)} <IconStarFilled size="0.8em" aria-hidden />
          </>
        ),
    },
    { label: t('stats.reviews', { count: totalReviews }), figure: number(totalReviews) },
    { label: t('stats.students', { count: totalStudentsTaught }), figure: number(totalStudentsTaught) },
    { label: t('stats.classes', { count: totalEventsCreated }), figure: number(totalEventsCreated) },
    ...(totalEarningsCents === undefined || earningsCurrency === undefined
      ? []
      : [{ label: t('stats.earnings'), figure: money(totalEarningsCents, earningsCurrency) }]),
  ];
  return (
    <dl className={styles.stats}>
      {stats.map(({ label, figure }) => (
        <div key={label} className={styles.stat}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What a student chooses a teacher by; the rating stands at the head of their page. */
export function PublicStats({
  teacher: { totalStudentsTaught, totalEventsCreated, experienceYears },
}: {
  teacher: Pick<TeacherCard, 'totalStudentsTaught' | 'totalEventsCreated' | 'experienceYears'>;
}) {
  const { t } = useTranslation('teachers');
  const { number } = useFigures();
  const figures = [
    { label: t('stats.students', { count: totalStudentsTaught }), figure: totalStudentsTaught },
    { label: t('public.events', { count: totalEventsCreated }), figure: totalEventsCreated },
    { label: t('public.years', { count: experienceYears }), figure: experienceYears },
  ].filter(({ figure }) => figure > 0);
  return (
    <dl className={styles.stats} data-three>
      {figures.map(({ label, figure }) => (
        <div key={label} className={styles.stat}>
          <dt>{label}</dt>
          <dd>{number(figure)}</dd>
        </div>
      ))}
    </dl>
  );
}

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
  > & { totalEarningsCents?: number };
}) {
  const { t } = useTranslation('teachers');
  const { number, rating, money } = useFigures();
  const { averageRating, totalReviews, totalStudentsTaught, totalEventsCreated, totalEarningsCents } =
    teacher;
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
    { label: t('stats.events', { count: totalEventsCreated }), figure: number(totalEventsCreated) },
    ...(totalEarningsCents === undefined
      ? []
      : [{ label: t('stats.earnings'), figure: money(totalEarningsCents, 'USD') }]),
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

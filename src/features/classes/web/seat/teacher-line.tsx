import { Anchor, Group, Text } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFigures } from '#web/i18n/use-figures.ts';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import type { ClassCard } from '../../contract.ts';
import styles from './class-card.module.css';

type Teacher = Pick<
  ClassCard,
  'teacherId' | 'teacherName' | 'teacherImage' | 'teacherRating' | 'teacherReviews' | 'hasTeacherPage'
>;

/** The teacher with picture and rating. The name leads to their page, where they have one. */
export function TeacherLine({ taught }: { taught: Teacher }) {
  const { t } = useTranslation('classes');
  const { teacherId, teacherName, teacherImage, teacherRating, teacherReviews, hasTeacherPage } = taught;
  const words = t('teacher', { name: teacherName });
  return (
    <Group gap="xs">
      <Group gap="xs" wrap="nowrap" miw={0}>
        <PersonAvatar person={{ name: teacherName, image: teacherImage }} size="sm" color="teach" />
        {hasTeacherPage ? (
          <Anchor component={Link} to={`/teachers/${teacherId}`} className={styles.teacher}>
            {words}
          </Anchor>
        ) : (
          <Text size="sm" className={styles.words}>
            {words}
          </Text>
        )}
      </Group>
      {teacherRating !== null && (
        <Text span size="sm">
          <Rating rating={teacherRating} reviews={teacherReviews} />
        </Text>
      )}
    </Group>
  );
}

/** `4.8` with a star, and with the number of reviews behind it: `4.8 ★ (12)`. */
export function Rating({ rating, reviews }: { rating: number; reviews?: number }) {
  const { t } = useTranslation('classes');
  const shown = useFigures().rating(rating);
  return (
    <span className={styles.rating}>
      <IconStarFilled size="1em" aria-hidden />
      <span aria-hidden>{reviews === undefined ? shown : `${shown} (${reviews})`}</span>
      <span className="visually-hidden">
        {reviews === undefined
          ? t('rating', { rating: shown })
          : t('ratingOf', { rating: shown, count: reviews })}
      </span>
    </span>
  );
}

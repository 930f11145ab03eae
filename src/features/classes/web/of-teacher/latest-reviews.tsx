import { Anchor, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useList } from '#web/api/use-list.ts';
import cards from '../browse/card-grid.module.css';
import { teacherReviewsQuery } from '../queries.ts';
import { ReviewCard } from './review-card.tsx';
import styles from './teacher-reviews.module.css';

const shown = 2;

/** The last of what students wrote about a teacher, below a class of theirs; nothing where there is none. */
export function LatestReviews({ teacherId, titleOrder = 3 }: { teacherId: string; titleOrder?: 2 | 3 }) {
  const { t } = useTranslation('classes');
  const { items } = useList(teacherReviewsQuery(teacherId));
  if (!items || items.length === 0) return null;
  return (
    <Stack component="section" aria-labelledby="latest-reviews" mt="md">
      <Title order={titleOrder} size="h4" id="latest-reviews">
        {t('ofTeacher.reviews')}
      </Title>
      <ul className={`${cards.grid} ${styles.reviews}`}>
        {items.slice(0, shown).map((review) => (
          <li key={review.key}>
            <ReviewCard review={{ ...review, moderation: null }} />
          </li>
        ))}
      </ul>
      <Anchor component={Link} to={`/teachers/${teacherId}`} className={styles.all}>
        {t('ofTeacher.all')}
      </Anchor>
    </Stack>
  );
}

import { Avatar, Group, Rating, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useList } from '#web/api/use-list.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import type { ClassReview } from '../../contract.ts';
import { reviewsOf } from '../queries.ts';
import styles from '../seat/class-card.module.css';

/** How those who attended rated a class, for who organises it. */
export function ClassReviews({ classId }: { classId: string }) {
  const { t } = useTranslation(['classes', 'shell']);
  return (
    <PagedList
      list={useList(reviewsOf(classId))}
      loading={<Skeleton h="6rem" radius="md" role="status" aria-label={t('shell:loading')} />}
      empty={<EmptyState title={t('reviews.empty')} text={t('reviews.emptyText')} titleOrder={3} />}
      more={t('reviews.more')}
    >
      {(reviews) => reviews.map((review) => <Review key={review.userId} review={review} />)}
    </PagedList>
  );
}

function Review({ review: { name, image, rating, words } }: { review: ClassReview }) {
  const { t } = useTranslation('classes');
  return (
    <Stack gap="xs" component="article">
      <Group gap="sm" wrap="nowrap">
        <Avatar src={image} alt="" aria-hidden radius="xl" color="brand">
          {name.charAt(0).toUpperCase()}
        </Avatar>
        <Stack gap={0}>
          <Text fw={700} className={styles.words}>
            {name}
          </Text>
          <Rating value={rating} readOnly color="coins" aria-hidden />
          <span className="visually-hidden">{t('rating', { rating })}</span>
        </Stack>
      </Group>
      {words && <Text className={styles.words}>{words}</Text>}
    </Stack>
  );
}

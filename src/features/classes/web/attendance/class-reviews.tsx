import { Avatar, Button, Center, Group, Rating, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import type { ClassReview } from '../../contract.ts';
import { reviewsOf } from '../queries.ts';
import styles from '../seat/class-card.module.css';

/** How those who attended rated a class, for who organises it. */
export function ClassReviews({ classId }: { classId: string }) {
  const { t } = useTranslation(['classes', 'shell']);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    reviewsOf(classId),
  );
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton h="6rem" radius="md" role="status" aria-label={t('shell:loading')} />;
  const reviews = data.pages.flatMap(({ items }) => items);
  if (reviews.length === 0) {
    return <EmptyState title={t('reviews.empty')} text={t('reviews.emptyText')} titleOrder={3} />;
  }
  return (
    <Stack gap="lg">
      {reviews.map((review) => (
        <Review key={review.userId} review={review} />
      ))}
      {hasNextPage && (
        <Center>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t('reviews.more')}
          </Button>
        </Center>
      )}
    </Stack>
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

import { Group, Rating, Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useList } from '#web/api/use-list.ts';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { type ClassReview, quoteReview } from '../../contract.ts';
import { reviewsQuery } from '../managed-queries.ts';
import styles from '../seat/class-card.module.css';

/** The reviews of a class, for its organisers. */
export function ClassReviews({ classId }: { classId: string }) {
  const { t } = useTranslation('classes');
  return (
    <PagedList
      list={useList(reviewsQuery(classId))}
      failed={t('ofTeacher.reviewsFailed')}
      loading={<LoadingBlocks heights={['6rem']} />}
      empty={<EmptyState title={t('reviews.empty')} text={t('reviews.emptyText')} titleOrder={3} />}
      more={t('reviews.more')}
    >
      {(reviews) => reviews.map((review) => <Review key={review.userId} classId={classId} review={review} />)}
    </PagedList>
  );
}

function Review({ classId, review }: { classId: string; review: ClassReview }) {
  const { name, image, rating, words, allowed } = review;
  const { t } = useTranslation('classes');
  return (
    <Stack gap="xs" component="article">
      <Group gap="sm" wrap="nowrap">
        <PersonAvatar person={{ name, image }} />
        <Stack gap={0}>
          <Text fw={700} className={styles.words}>
            {name}
          </Text>
          <Rating value={rating} readOnly color="coins" aria-hidden />
          <span className="visually-hidden">{t('rating', { rating })}</span>
        </Stack>
      </Group>
      {words && <Text className={styles.words}>{words}</Text>}
      {allowed.quote === null && <QuoteSwitch classId={classId} review={review} />}
    </Stack>
  );
}

/** An administrator shows the words of a student who agreed to it on the landing page, or takes them off. */
function QuoteSwitch({
  classId,
  review: { userId, isQuoted, name },
}: {
  classId: string;
  review: ClassReview;
}) {
  const { t } = useTranslation('classes');
  const quote = useAct(
    (quoted: boolean) => call(quoteReview, { params: { id: classId, userId }, body: { quoted } }),
    { stale: ['classes'], failed: t('reviews.failed') },
  );
  return (
    <Switch
      label={t('reviews.quote')}
      aria-label={t('reviews.quoteOf', { name })}
      checked={quote.isPending ? quote.variables : isQuoted}
      disabled={quote.isPending}
      onChange={({ currentTarget }) => quote.mutate(currentTarget.checked)}
    />
  );
}

import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { ReportDialog } from '#features/reports/web/report-dialog.tsx';
import { useList } from '#web/api/use-list.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import cards from '../browse/card-grid.module.css';
import { teacherReviewsQuery } from '../queries.ts';
import { ReviewCard } from './review-card.tsx';
import styles from './teacher-reviews.module.css';

/** What students wrote about a teacher and agreed to show. The page's head counts all reviews, these are a part. */
export function TeacherReviews({ id }: { id: string }) {
  const { t } = useTranslation('classes');
  const { account } = useAccount();
  return (
    <Stack component="section" aria-labelledby="teacher-reviews" mt="xl">
      <ReportOfQuote />
      <Title order={2} size="h3" id="teacher-reviews" className={styles.title}>
        {t('ofTeacher.reviews')}
      </Title>
      <PagedList
        list={useList(teacherReviewsQuery(id))}
        failed={t('ofTeacher.reviewsFailed')}
        loading={<LoadingBlocks heights={['9rem']} />}
        empty={<Text c="dimmed">{t('ofTeacher.noReviews')}</Text>}
        more={t('reviews.more')}
      >
        {(reviews) => (
          <ul className={`${cards.grid} ${styles.reviews}`}>
            {reviews.map((review) => (
              <li key={review.key}>
                <ReviewCard review={review} mayReport={account !== null} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Stack>
  );
}

/** The landing page leads here with the key of a quote that a reader wants to report; a visitor signs in first. */
function ReportOfQuote() {
  const { account, isLoading } = useAccount();
  const { pathname, search } = useLocation();
  const [address, setAddress] = useSearchParams();
  const key = address.get('report');
  if (key === null || isLoading) return null;
  if (!account) return <Navigate to="/auth" state={{ from: `${pathname}${search}` }} replace />;
  const close = () =>
    setAddress(
      (before) => {
        before.delete('report');
        return before;
      },
      { replace: true },
    );
  return <ReportDialog kind="review" subject={key} opened onClose={close} />;
}

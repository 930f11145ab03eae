import { Button, Card, Center } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { i18n } from '#web/i18n/i18n.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { NoNotices } from './no-notices.tsx';
import { NoticeList } from './notice-list.tsx';
import styles from './notices.module.css';
import { NoticesLoading } from './notices-loading.tsx';
import { allNotices, useMarkAllRead } from './queries.ts';

export function meta() {
  return [{ title: `${i18n.t('page.title', { ns: 'notifications' })} · Sumi` }];
}

/** All notices of the last three months. */
export default function NotificationsPage() {
  const { t } = useTranslation('notifications');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(allNotices);
  const markAll = useMarkAllRead();
  const notices = data?.pages.flatMap(({ items }) => items);
  const unread = data?.pages[0]?.unread ?? 0;
  return (
    <div>
      <div className={styles.page}>
        <PageHeader
          title={t('page.title')}
          text={notices && t('page.unread', { count: unread })}
          actions={
            unread > 0 && (
              <Button
                variant="default"
                leftSection={<IconChecks size="1.25rem" aria-hidden />}
                onClick={() => markAll.mutate(notices?.[0]?.id)}
              >
                {t('page.markAll')}
              </Button>
            )
          }
        />
        {!notices &&
          (error ? (
            <ErrorState error={error} title={t('page.failed')} onRetry={refetch} />
          ) : (
            <Card padding={0}>
              <NoticesLoading />
            </Card>
          ))}
        {notices?.length === 0 && <NoNotices />}
        {notices && notices.length > 0 && (
          <Card padding={0} className={styles.sheet}>
            <NoticeList notices={notices} />
          </Card>
        )}
        {isFetchNextPageError && (
          <ErrorState error={error} title={t('page.failed')} onRetry={fetchNextPage} />
        )}
        {hasNextPage && !isFetchNextPageError && (
          <Center mt="lg">
            <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
              {t('page.more')}
            </Button>
          </Center>
        )}
      </div>
    </div>
  );
}

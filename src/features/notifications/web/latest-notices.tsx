import { Button, Group, ScrollArea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorState } from '#web/ui/error-state.tsx';
import { NoNotices } from './no-notices.tsx';
import { NoticeList } from './notice-list.tsx';
import styles from './notices.module.css';
import { NoticesLoading } from './notices-loading.tsx';
import { latestNoticesQuery, useMarkAllRead } from './queries.ts';

/** The bell's popover: the latest notices and a link to all. `onLeave` runs when a link is followed. */
export function LatestNotices({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('notifications');
  const { data, error, refetch } = useQuery(latestNoticesQuery);
  const markAll = useMarkAllRead();
  return (
    <>
      <Group justify="space-between" className={styles.head}>
        <Title order={2} size="h4">
          {t('page.title')}
        </Title>
        {data && data.unread > 0 && (
          <Button variant="subtle" size="sm" onClick={() => markAll.mutate(data.items[0]?.id)}>
            {t('page.markAll')}
          </Button>
        )}
      </Group>
      <ScrollArea.Autosize mah="26rem" type="auto">
        {data && data.items.length > 0 && <NoticeList notices={data.items} onFollow={onLeave} />}
        {data?.items.length === 0 && <NoNotices titleOrder={3} />}
        {!data &&
          (error ? (
            <ErrorState error={error} title={t('page.failed')} onRetry={refetch} />
          ) : (
            <NoticesLoading />
          ))}
      </ScrollArea.Autosize>
      <Button
        component={Link}
        to="/notifications"
        variant="subtle"
        radius={0}
        className={styles.foot}
        onClick={onLeave}
      >
        {t('page.all')}
      </Button>
    </>
  );
}

import { Button, Card, Group, Text } from '@mantine/core';
import { IconAdjustments, IconChecks, IconSpeakerphone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useList } from '#web/api/use-list.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { NoNotices } from './no-notices.tsx';
import { NoticeList } from './notice-list.tsx';
import styles from './notices.module.css';
import { NoticesLoading } from './notices-loading.tsx';
import { allNoticesQuery, useMarkAllRead } from './queries.ts';

export const meta = () => pageMeta(i18n.t('page.title', { ns: 'notifications' }));

/** All notices of the last three months. */
export default function NotificationsPage() {
  const { t } = useTranslation('notifications');
  const notices = useList(allNoticesQuery);
  const markAll = useMarkAllRead();
  const unread = notices.first?.unread ?? 0;
  return (
    <div>
      <div className={styles.page}>
        <PageHeader
          title={t('page.title')}
          actions={
            <>
              <Button
                component={Link}
                to="/announcements"
                variant="default"
                leftSection={<IconSpeakerphone size="1.25rem" aria-hidden />}
              >
                {t('page.announcements')}
              </Button>
              <Button
                component={Link}
                to="/notifications/choices"
                variant="default"
                leftSection={<IconAdjustments size="1.25rem" aria-hidden />}
              >
                {t('page.choose')}
              </Button>
            </>
          }
        />
        <PagedList
          list={notices}
          failed={t('page.failed')}
          loading={
            <Card padding={0}>
              <div className={styles.head} />
              <NoticesLoading />
            </Card>
          }
          empty={<NoNotices />}
          more={t('page.more')}
        >
          {(items) => (
            <Card padding={0} className={styles.sheet}>
              {/* Has its room whether or not there is something to mark, so that the list stays where it is. */}
              <Group justify="space-between" className={styles.head}>
                <Text c="dimmed">{t('page.unread', { count: unread })}</Text>
                {unread > 0 && (
                  <Button
                    variant="subtle"
                    size="sm"
                    leftSection={<IconChecks size="1.25rem" aria-hidden />}
                    onClick={() => markAll.mutate(items[0]?.id)}
                  >
                    {t('page.markAll')}
                  </Button>
                )}
              </Group>
              <NoticeList notices={items} />
            </Card>
          )}
        </PagedList>
      </div>
    </div>
  );
}

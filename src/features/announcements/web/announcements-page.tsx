import { useTranslation } from 'react-i18next';
import { useList } from '#web/api/use-list.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { AnnouncementCard } from './announcement-card.tsx';
import styles from './announcements.module.css';
import { announcementsQuery } from './queries.ts';

export const meta = () => pageMeta(i18n.t('page.title', { ns: 'announcements' }));

/** What the organisers of the community told the reader, newest first. */
export default function AnnouncementsPage() {
  const { t } = useTranslation('announcements');
  return (
    <div>
      <PageHeader title={t('page.title')} text={t('page.text')} />
      <PagedList
        list={useList(announcementsQuery)}
        failed={t('page.failed')}
        loading={<LoadingBlocks heights={['9rem']} times={3} className={styles.list} />}
        empty={<EmptyState title={t('page.empty')} text={t('page.emptyText')} mood="asleep" />}
        more={t('page.more')}
      >
        {(announcements) => (
          <div className={styles.list}>
            {announcements.map((announcement) => (
              <AnnouncementCard key={announcement.id} announcement={announcement} />
            ))}
          </div>
        )}
      </PagedList>
    </div>
  );
}

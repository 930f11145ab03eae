import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useList } from '#web/api/use-list.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { savedQuery } from '../queries.ts';
import { SavedGrid, SavedSkeleton } from './saved-grid.tsx';

export const meta = () => pageMeta(i18n.t('savedTitle', { ns: 'videos' }));

/** The saved videos of the student. */
export default function SavedPage() {
  const { t } = useTranslation('videos');
  const saved = useList(savedQuery);
  const toFeed = (variant: 'filled' | 'default') => (
    <Button
      component={Link}
      to="/feed"
      color="feed"
      variant={variant}
      leftSection={<IconPlayerPlay size="1.25rem" aria-hidden />}
    >
      {t('saved.toFeed')}
    </Button>
  );
  return (
    <div>
      <PageHeader
        title={t('saved.title')}
        text={t('saved.text')}
        accent="feed"
        actions={saved.items && saved.items.length > 0 && toFeed('default')}
      />
      <PagedList
        list={saved}
        failed={t('saved.failed')}
        loading={<SavedSkeleton />}
        empty={<EmptyState title={t('saved.empty')} text={t('saved.emptyText')} action={toFeed('filled')} />}
        more={t('saved.more')}
      >
        {(videos) => <SavedGrid videos={videos} />}
      </PagedList>
    </div>
  );
}

import { ActionIcon, Skeleton } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageName } from '#shared/language-name.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import { Loading } from '#web/ui/lists/loading-blocks.tsx';
import type { VideoRow } from '../../contract.ts';
import { useReaction } from '../queries.ts';
import { VideoPoster } from '../video-poster.tsx';
import classes from './saved-grid.module.css';

/** Saved videos as thumbnails. Each opens its player and has a button to remove it and save it again. */
export function SavedGrid({ videos }: { videos: readonly VideoRow[] }) {
  const { t } = useTranslation('videos');
  return (
    <ul className={classes.grid} aria-label={t('saved.list')}>
      {videos.map((video) => (
        <SavedCard key={video.id} video={video} />
      ))}
    </ul>
  );
}

function SavedCard({ video }: { video: VideoRow }) {
  const { t, i18n } = useTranslation('videos');
  const onSave = useReaction('save', video.id);
  return (
    <li className={classes.card} data-gone={!video.saved || undefined}>
      <Link to={`/feed/saved/${video.id}`} className={classes.link}>
        <span className={classes.picture}>
          <VideoPoster video={video} />
          {video.viewed && <span className={classes.seen}>{t('saved.seen')}</span>}
        </span>
        <span className={classes.title}>{video.title}</span>
      </Link>
      <span className={classes.facts}>
        <LanguageFlag language={video.language} size="sm" />
        <span>
          {languageName(video.language, i18n.language)} · {t(`levels.${video.level}`)}
        </span>
        <ActionIcon
          className={classes.keep}
          variant="subtle"
          color={video.saved ? 'feed' : 'gray'}
          aria-label={t(video.saved ? 'saved.remove' : 'saved.keep', { title: video.title })}
          onClick={onSave}
        >
          {video.saved ? (
            <IconBookmarkFilled size="1.25rem" aria-hidden />
          ) : (
            <IconBookmark size="1.25rem" aria-hidden />
          )}
        </ActionIcon>
      </span>
    </li>
  );
}

export function SavedSkeleton() {
  return (
    <Loading className={classes.grid}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
        <div key={place} className={classes.card}>
          <Skeleton className={classes.picture} />
          <Skeleton height="1rem" mt="sm" radius="xl" />
          <Skeleton height="1rem" mt="xs" radius="xl" width="60%" />
        </div>
      ))}
    </Loading>
  );
}

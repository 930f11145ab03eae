import { IconArrowLeft } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { useList } from '#web/api/use-list.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import type { ShellHandle } from '#web/shell/user-shell.tsx';
import classes from '../feed/feed-page.module.css';
import { savedQuery } from '../queries.ts';
import { ActionButton } from '../watch/action-button.tsx';
import { VideoStage } from '../watch/video-stage.tsx';

export const handle: ShellHandle = { bleed: true };

export const meta = () => pageMeta(i18n.t('savedTitle', { ns: 'videos' }));

/** The saved videos as a feed, starting with the tapped one. */
export default function SavedPlayerPage() {
  const { t } = useTranslation('videos');
  const { id } = useParams();
  const saved = useList(savedQuery);
  // Found once: a refetched list may lack a video that the student removed here.
  const [begun, setBegun] = useState(false);
  const found = saved.items?.some((video) => video.id === id);
  if (!begun && found) setBegun(true);
  const back = useMemo(
    () => <ActionButton icon={IconArrowLeft} label={t('action.back')} to="/feed/saved" />,
    [t],
  );
  if (saved.items && (saved.items.length === 0 || !(begun || found)))
    return <Navigate to="/feed/saved" replace />;
  return (
    <div className={classes.page}>
      <h1 className="visually-hidden">{t('saved.title')}</h1>
      <VideoStage
        list={saved}
        label={t('saved.list')}
        failed={t('saved.failed')}
        startAt={begun ? id : null}
        tools={back}
      />
    </div>
  );
}

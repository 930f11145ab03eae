import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModerationRow } from '../../contract.ts';
import { VideoPoster } from '../video-poster.tsx';
import { ClipPlayer } from '../watch/clip-player.tsx';
import surface from '../watch/clip-surface.module.css';
import { EmbedPlayer } from '../watch/embed-player.tsx';
import { PlayerSettingsProvider } from '../watch/player-settings.tsx';
import classes from './video-preview.module.css';

const nothing = () => {};

/** The player of the feed, loaded on a click; until then the thumbnail. */
export function VideoPreview({
  video,
  playing,
  onPlay,
}: {
  video: ModerationRow;
  playing: boolean;
  onPlay: () => void;
}) {
  const { t } = useTranslation('videos');
  const [stopped, setStopped] = useState(false);
  return (
    <div className={classes.stage} data-wide={video.source === 'youtube' || undefined}>
      {playing ? (
        <PlayerSettingsProvider>
          {video.source === 'upload' ? (
            <ClipPlayer
              video={video}
              active
              ahead
              play={!stopped}
              onTurn={() => setStopped(!stopped)}
              onTwice={nothing}
              onPlaying={nothing}
              onBlocked={() => setStopped(true)}
            />
          ) : (
            <EmbedPlayer video={video} source={video.source} play onPlaying={nothing} />
          )}
        </PlayerSettingsProvider>
      ) : (
        <>
          <VideoPoster video={video} />
          <button
            type="button"
            className={surface.surface}
            aria-label={t('moderation.preview', { title: video.title })}
            onClick={onPlay}
          >
            <IconPlayerPlayFilled className={`${surface.icon} ${classes.icon}`} aria-hidden />
          </button>
        </>
      )}
    </div>
  );
}

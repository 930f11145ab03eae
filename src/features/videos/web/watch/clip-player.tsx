import { Button, Loader, Stack, Text } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoRow } from '../../contract.ts';
import { VideoPoster } from '../video-poster.tsx';
import classes from './clip-player.module.css';
import surface from './clip-surface.module.css';
import type { Picture } from './edge-colour.ts';
import { usePlayerSettings } from './player-settings.tsx';
import { useCaptions } from './use-captions.ts';
import { useClipProgress } from './use-clip-progress.ts';

/**
 * One of Sumi's own clips, whole, with its captions below it. A tap starts and stops it. `onPlaying` reports whether
 * it really plays, `onBlocked` that the browser refuses to play it even muted.
 */
export function ClipPlayer({
  video,
  active,
  ahead,
  play,
  onTurn,
  onTwice,
  onPlaying,
  onBlocked,
  onPicture,
}: {
  video: Pick<VideoRow, 'language' | 'sourceId' | 'thumbnailUrl' | 'captionsUrl'>;
  active: boolean;
  /** It is the active or the next one, so the browser loads it completely. */
  ahead: boolean;
  play: boolean;
  onTurn: () => void;
  onTwice: () => void;
  onPlaying: (playing: boolean) => void;
  onBlocked: () => void;
  /** Called with what is seen: the thumbnail when it has loaded, then some frames a second. */
  onPicture?: (picture: Picture) => void;
}) {
  const { t } = useTranslation('videos');
  const { sound, refuseSound, captions } = usePlayerSettings();
  const element = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'idle' | 'waiting' | 'failed'>('idle');
  const words = useCaptions(element, captions && active);
  const bar = useClipProgress(element, active);

  useEffect(() => {
    const clip = element.current;
    if (!clip) return;
    clip.muted = !sound;
    if (!play) return clip.pause();
    clip.play().catch((error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
      if (sound) refuseSound();
      else onBlocked();
    });
  }, [play, sound, refuseSound, onBlocked]);

  useEffect(() => {
    if (!active && element.current) element.current.currentTime = 0;
  }, [active]);

  const stopped = () => onPlaying(false);
  return (
    <div className={classes.player}>
      <div className={classes.picture}>
        <VideoPoster video={video} whole eager={ahead} onPicture={onPicture} />
        <video
          ref={element}
          className={classes.clip}
          src={`/media/clips/${encodeURIComponent(video.sourceId)}`}
          poster={video.thumbnailUrl ?? undefined}
          preload={ahead ? 'auto' : 'metadata'}
          playsInline
          muted
          loop
          tabIndex={-1}
          disablePictureInPicture
          onTimeUpdate={({ currentTarget }) => play && onPicture?.(currentTarget)}
          onPlaying={() => {
            setState('idle');
            onPlaying(true);
          }}
          onWaiting={() => {
            setState('waiting');
            stopped();
          }}
          onPause={stopped}
          onError={() => {
            setState('failed');
            stopped();
          }}
        >
          {video.captionsUrl && <track kind="captions" src={video.captionsUrl} srcLang={video.language} />}
        </video>
        <button
          type="button"
          className={`${surface.surface} ${classes.surface}`}
          aria-label={t(play ? 'action.pause' : 'action.play')}
          aria-keyshortcuts="Space"
          onClick={onTurn}
          onDoubleClick={onTwice}
        >
          {!play && state !== 'failed' && (
            <IconPlayerPlayFilled className={`${surface.icon} ${classes.paused}`} aria-hidden />
          )}
          {play && state === 'waiting' && (
            <Loader color="white" className={`${surface.icon} ${classes.waiting}`} aria-hidden />
          )}
        </button>
        {state === 'failed' && (
          <Stack role="alert" className={classes.failed}>
            <Text fw={700}>{t('player.failed')}</Text>
            <Button
              color="feed"
              onClick={() => {
                setState('waiting');
                element.current?.load();
                element.current?.play().catch(() => {});
              }}
            >
              {t('player.retry')}
            </Button>
          </Stack>
        )}
        <div className={classes.progress} aria-hidden>
          <div ref={bar} className={classes.progressBar} />
        </div>
      </div>
      {captions && video.captionsUrl && <p className={classes.captions}>{words}</p>}
    </div>
  );
}

import { useElementSize } from '@mantine/hooks';
import { type CSSProperties, memo, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { VideoRow } from '../../contract.ts';
import { useReaction } from '../queries.ts';
import { VideoPoster } from '../video-poster.tsx';
import { ClipPlayer } from './clip-player.tsx';
import { EmbedPlayer } from './embed-player.tsx';
import { takesCommands } from './embeds.ts';
import { usePlayerSettings } from './player-settings.tsx';
import { useFeedKeys } from './use-feed-keys.ts';
import { useWatchTime } from './use-watch-time.ts';
import { type Step, VideoActions } from './video-actions.tsx';
import { VideoInfo } from './video-info.tsx';
import classes from './video-slide.module.css';

/** Where a video stands from the one in front of the person. Only the three nearest have a player. */
export type SlidePlace = 'here' | 'next' | 'previous' | 'far';

/** One video of the feed, as tall as the room it is given. */
export const VideoSlide = memo(function VideoSlide({
  video,
  place,
  position,
  total,
  play,
  onTurn,
  onStep,
  tools,
}: {
  video: VideoRow;
  place: SlidePlace;
  /** 1 for the first. */
  position: number;
  /** -1 while nobody knows. */
  total: number;
  /** Whether it should be playing, if it is the one in front. */
  play: boolean;
  /** Starts what stands, stops what plays. */
  onTurn: () => void;
  onStep: (step: Step) => void;
  tools: ReactNode;
}) {
  const here = place === 'here';
  const [playing, setPlaying] = useState(false);
  const onLike = useReaction('like', video.id);
  const onSave = useReaction('save', video.id);
  const { toggleSound, toggleCaptions } = usePlayerSettings();
  const onBlocked = useCallback(() => play && onTurn(), [play, onTurn]);
  const words = useElementSize();
  useWatchTime(video, playing && here);
  useEffect(() => {
    if (!here) setPlaying(false);
  }, [here]);

  useFeedKeys({ ' ': onTurn, l: onLike, s: onSave, m: toggleSound, c: toggleCaptions }, here);

  return (
    <article
      className={classes.slide}
      data-own={video.source === 'upload' || undefined}
      aria-label={video.title}
      aria-posinset={position}
      aria-setsize={total}
      inert={!here}
      style={{ '--video-words': `${words.height / 16}rem` } as CSSProperties}
    >
      <div className={classes.stage}>
        <VideoPoster video={video} eager={here} />
        {video.source === 'upload'
          ? place !== 'far' && (
              <ClipPlayer
                video={video}
                active={here}
                ahead={here || place === 'next'}
                play={here && play}
                onTurn={onTurn}
                onTwice={() => !video.liked && onLike()}
                onPlaying={setPlaying}
                onBlocked={onBlocked}
              />
            )
          : (here || (place !== 'far' && takesCommands(video.source))) && (
              <EmbedPlayer video={video} source={video.source} play={here && play} onPlaying={setPlaying} />
            )}
      </div>
      {place !== 'far' && (
        <div className={classes.side}>
          <div ref={words.ref} className={classes.words}>
            <VideoInfo video={video} />
          </div>
          <div className={classes.rail}>
            <VideoActions
              video={video}
              hasSound={video.source === 'upload' || takesCommands(video.source)}
              onLike={onLike}
              onSave={onSave}
              onStep={onStep}
              tools={tools}
            />
          </div>
        </div>
      )}
    </article>
  );
});

import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showCoins } from '#features/coins/web/coin-flights.ts';
import { useIsCovered } from '#web/ui/overlays/covered.ts';
import type { VideoRow } from '../../contract.ts';
import { useReaction } from '../queries.ts';
import { VideoPoster } from '../video-poster.tsx';
import { ClipPlayer } from './clip-player.tsx';
import { type Colour, cssColour, edgeColourOf, isLight, isNear, type Picture } from './edge-colour.ts';
import { EmbedPlayer } from './embed-player.tsx';
import { takesCommands } from './embeds.ts';
import { usePlayerSettings } from './player-settings.tsx';
import { useFeedKeys } from './use-feed-keys.ts';
import { useWatchTime } from './use-watch-time.ts';
import { type Step, VideoActions } from './video-actions.tsx';
import { VideoInfo } from './video-info.tsx';
import classes from './video-slide.module.css';

/** The position of a video relative to the active one. Only the three nearest have a player. */
export type SlidePlace = 'here' | 'next' | 'previous' | 'far';

/** One video of the feed, as tall as the window of the scroller. */
export const VideoSlide = memo(function VideoSlide({
  video,
  place,
  position,
  total,
  play,
  onTurn,
  onStep,
  onDismiss,
  tools,
}: {
  video: VideoRow;
  place: SlidePlace;
  /** 1 for the first. */
  position: number;
  /** -1 while the length of the list is unknown. */
  total: number;
  /** Whether it should play when it is active. */
  play: boolean;
  /** Starts or stops the video. */
  onTurn: () => void;
  onStep: (step: Step) => void;
  /** The student is not interested in this video. */
  onDismiss?: ((video: VideoRow) => void) | undefined;
  tools: ReactNode;
}) {
  const here = place === 'here';
  const { source } = video;
  const own = source === 'upload';
  const [playing, setPlaying] = useState(false);
  const [whole, setWhole] = useState(false);
  const { t } = useTranslation('videos');
  const onLike = useReaction('like', video.id);
  const onSave = useReaction('save', video.id);
  const { toggleSound, toggleCaptions } = usePlayerSettings();
  const onBlocked = useCallback(() => play && onTurn(), [play, onTurn]);
  const slide = useRef<HTMLElement>(null);
  const ground = useRef<Colour>(null);
  const onPicture = useCallback((picture: Picture) => {
    const colour = edgeColourOf(picture);
    if (!slide.current || !colour || isNear(colour, ground.current)) return;
    ground.current = colour;
    // Not by React: that would draw the whole slide some times a second.
    slide.current.style.setProperty('--video-ground', cssColour(colour));
    slide.current.dataset.ground = isLight(colour) ? 'light' : 'dark';
  }, []);
  useWatchTime(video, playing && here, (earned) => {
    const box = slide.current?.getBoundingClientRect();
    // Nothing is drawn over another service's player: its coin only appears.
    const from = own && box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
    showCoins({ ...earned, from });
  });
  useEffect(() => {
    if (here) return;
    setPlaying(false);
    setWhole(false);
  }, [here]);

  const dismiss = useMemo(() => onDismiss && (() => onDismiss(video)), [onDismiss, video]);
  useFeedKeys(
    {
      ' ': onTurn,
      l: onLike,
      s: onSave,
      m: toggleSound,
      c: toggleCaptions,
      ...(dismiss && { n: dismiss }),
    },
    { on: here },
  );

  return (
    <article
      ref={slide}
      className={classes.slide}
      data-own={own || undefined}
      aria-label={video.title}
      aria-posinset={position}
      aria-setsize={total}
      inert={!here}
    >
      <div className={classes.stage}>
        {own && place !== 'far' ? (
          <Uncovered>
            {(uncovered) => (
              <ClipPlayer
                video={video}
                active={here}
                ahead={here || place === 'next'}
                play={here && play && uncovered}
                onTurn={onTurn}
                onTwice={() => !video.liked && onLike()}
                onPlaying={setPlaying}
                onBlocked={onBlocked}
                onPicture={onPicture}
              />
            )}
          </Uncovered>
        ) : (
          <VideoPoster video={video} whole={own} eager={here} />
        )}
        {source !== 'upload' && (here || (place !== 'far' && takesCommands(source))) && (
          <Uncovered>
            {(uncovered) => (
              <EmbedPlayer
                video={video}
                source={source}
                play={here && play && uncovered}
                onPlaying={setPlaying}
              />
            )}
          </Uncovered>
        )}
      </div>
      {place !== 'far' && (
        <>
          <div
            className={classes.words}
            {...(whole && {
              'data-whole': true,
              tabIndex: 0,
              role: 'group',
              'aria-label': t('wholeCaption'),
            })}
          >
            <VideoInfo video={video} whole={whole} onWhole={setWhole} onDismiss={dismiss} />
          </div>
          <div className={classes.rail}>
            <VideoActions
              video={video}
              hasSound={source === 'upload' || takesCommands(source)}
              onLike={onLike}
              onSave={onSave}
              onStep={onStep}
              tools={tools}
            />
          </div>
        </>
      )}
    </article>
  );
});

/** Asks by itself whether a dialog lies over the page, so that one which opens draws the player and not the slide. */
function Uncovered({ children }: { children: (uncovered: boolean) => ReactNode }) {
  return children(!useIsCovered());
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoRow } from '../../contract.ts';
import classes from './embed-player.module.css';
import {
  type EmbedCommand,
  type EmbedSource,
  embedAddress,
  embedGreeting,
  embedMessage,
  embedOrigin,
  readEmbedMessage,
  takesCommands,
} from './embeds.ts';
import { usePlayerSettings } from './player-settings.tsx';

/**
 * The official embed of another service, with nothing drawn over it. The page sends `play` while the video is the
 * active one, and `pause` when it no longer is.
 */
export function EmbedPlayer({
  video,
  source,
  play,
  onPlaying,
}: {
  video: Pick<VideoRow, 'sourceId' | 'title' | 'language'>;
  source: EmbedSource;
  play: boolean;
  onPlaying: (playing: boolean) => void;
}) {
  const { i18n } = useTranslation();
  const { sound, captions } = usePlayerSettings();
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  // A new address reloads the player, so it has one for each choice of captions, whatever else changes.
  const [locale] = useState(i18n.language);
  const { sourceId, language } = video;
  const address = useMemo(
    () => embedAddress(source, sourceId, { origin: window.location.origin, locale, captions, language }),
    [source, sourceId, locale, captions, language],
  );

  useEffect(() => {
    const hear = ({ source: sender, origin, data }: MessageEvent) => {
      if (sender !== frame.current?.contentWindow || origin !== embedOrigin(source)) return;
      const news = readEmbedMessage(source, data);
      if (news) setReady(true);
      if (news === 'playing' || news === 'paused') onPlaying(news === 'playing');
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [source, onPlaying]);

  const command = useCallback(
    (what: EmbedCommand) =>
      frame.current?.contentWindow?.postMessage(embedMessage(source, what), embedOrigin(source)),
    [source],
  );
  // Sound first: a browser starts only a muted player by itself.
  useEffect(() => {
    if (ready) command(sound ? 'unmute' : 'mute');
  }, [ready, sound, command]);
  // Apart from the sound, which leaves a video as the student started or stopped it in the player.
  useEffect(() => {
    if (ready) command(play ? 'play' : 'pause');
  }, [ready, play, command]);

  // A player that reports no state counts as playing while it is active.
  useEffect(() => {
    if (!takesCommands(source)) onPlaying(play);
  }, [source, play, onPlaying]);

  return (
    <iframe
      ref={frame}
      className={classes.embed}
      src={address}
      title={video.title}
      loading="lazy"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={() => {
        setReady(false);
        const greeting = embedGreeting(source);
        if (greeting) frame.current?.contentWindow?.postMessage(greeting, embedOrigin(source));
      }}
    />
  );
}

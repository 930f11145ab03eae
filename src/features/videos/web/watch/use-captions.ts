import { type RefObject, useEffect, useState } from 'react';

/**
 * The current cue of the first text track of a video, while `on`; empty between cues. The track itself is never shown,
 * because the browser would paint it below the controls that cover the clip, nor is it the default one, which a browser
 * shows by itself.
 */
export function useCaptions(video: RefObject<HTMLVideoElement | null>, on: boolean): string {
  const [words, setWords] = useState('');
  useEffect(() => {
    const track = video.current?.textTracks[0];
    if (!track) return;
    track.mode = on ? 'hidden' : 'disabled';
    if (!on) return;
    const read = () => setWords([...(track.activeCues ?? [])].map((cue) => (cue as VTTCue).text).join('\n'));
    track.addEventListener('cuechange', read);
    read();
    return () => {
      track.removeEventListener('cuechange', read);
      track.mode = 'disabled';
      setWords('');
    };
  }, [video, on]);
  return words;
}

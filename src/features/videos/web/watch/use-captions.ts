import { type RefObject, useEffect, useState } from 'react';

/**
 * The words of a video's first text track at this moment, while `on`; empty in between. The track itself stays
 * hidden: the browser would paint it underneath what lies over the clip.
 */
export function useCaptions(video: RefObject<HTMLVideoElement | null>, on: boolean): string {
  const [words, setWords] = useState('');
  useEffect(() => {
    const track = video.current?.textTracks[0];
    if (!track || !on) return;
    track.mode = 'hidden';
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

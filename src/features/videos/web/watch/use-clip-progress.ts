import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scales a bar from zero to its full width as the active video plays. It updates on each frame without a React
 * render.
 */
export function useClipProgress(video: RefObject<HTMLVideoElement | null>, active: boolean) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const clip = video.current;
    if (!clip || !active) return;
    let frame = 0;
    const show = () => {
      const part = clip.duration > 0 ? clip.currentTime / clip.duration : 0;
      if (bar.current) bar.current.style.transform = `scaleX(${part})`;
    };
    const follow = () => {
      show();
      frame = requestAnimationFrame(follow);
    };
    const stop = () => {
      cancelAnimationFrame(frame);
      show();
    };
    const start = () => {
      cancelAnimationFrame(frame);
      follow();
    };
    clip.addEventListener('playing', start);
    clip.addEventListener('pause', stop);
    if (!clip.paused) start();
    return () => {
      cancelAnimationFrame(frame);
      clip.removeEventListener('playing', start);
      clip.removeEventListener('pause', stop);
    };
  }, [video, active]);
  return bar;
}

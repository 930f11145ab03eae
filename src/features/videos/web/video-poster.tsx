import { useState } from 'react';
import type { VideoRow } from '../contract.ts';
import classes from './video-poster.module.css';

/** The thumbnail of a video; plain violet without one. */
export function VideoPoster({
  video,
  eager = false,
  whole = false,
  onPicture,
}: {
  video: Pick<VideoRow, 'thumbnailUrl'>;
  eager?: boolean;
  /** Never cropped, and without a ground of its own. */
  whole?: boolean;
  /** Called with the thumbnail when it has loaded. */
  onPicture?: ((picture: HTMLImageElement) => void) | undefined;
}) {
  const [failed, setFailed] = useState(false);
  return (
    <div className={classes.poster} data-whole={whole || undefined}>
      {video.thumbnailUrl && !failed && (
        <img
          src={video.thumbnailUrl}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onLoad={({ currentTarget }) => onPicture?.(currentTarget)}
          onError={() => setFailed(true)}
        />
      )}
    </div>
  );
}

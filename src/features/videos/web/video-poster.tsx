import { useState } from 'react';
import type { VideoRow } from '../contract.ts';
import classes from './video-poster.module.css';

/** The still picture that holds a video's place; plain violet where there is none. */
export function VideoPoster({
  video,
  eager = false,
}: {
  video: Pick<VideoRow, 'thumbnailUrl'>;
  eager?: boolean;
}) {
  const [failed, setFailed] = useState(false);
  return (
    <div className={classes.poster}>
      {video.thumbnailUrl && !failed && (
        <img
          src={video.thumbnailUrl}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailed(true)}
        />
      )}
    </div>
  );
}

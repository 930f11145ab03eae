import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onReachedAgain } from '../offline/kept-answers.ts';
import { gatherHints } from './gather-hints.ts';
import { invalidateWhenSettled } from './invalidate-when-settled.ts';
import { shareStream } from './share-stream.ts';

const longestWait = 400;

/**
 * Invalidates stale queries: when the server hints that something changed in a feature, every query whose key begins
 * with the feature's name is sent again; and all of them when it answers again after it could not be reached. Used
 * once, around all pages. `who` is 'member', 'visitor', or null while that is not known; `refused` is called when the
 * server will not open a stream for them.
 */
export function useLiveUpdates(who: 'member' | 'visitor' | null, refused: () => void): void {
  const queryClient = useQueryClient();
  useEffect(() => onReachedAgain(() => invalidateWhenSettled(queryClient, {})), [queryClient]);
  /** Until when this page heard hints, by `performance.now()`; 0 is when it began to load. */
  const heardUntil = useRef(0);
  useEffect(() => {
    if (who === null) return;
    const hints = gatherHints(
      () => Math.random() * longestWait,
      (stale) => {
        if (stale === 'all') invalidateWhenSettled(queryClient, {});
        else for (const feature of stale) invalidateWhenSettled(queryClient, { queryKey: [feature] });
      },
    );
    const address = who === 'member' ? '/api/events' : '/api/events/public';
    const stop = shareStream(address, { unheardSince: heardUntil.current, hear: hints.hear, refused });
    return () => {
      stop();
      hints.stop();
      heardUntil.current = performance.now();
    };
  }, [who, queryClient, refused]);
}

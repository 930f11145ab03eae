import type { QueryClient } from '@tanstack/react-query';
import type { VideoRow } from '../../contract.ts';

const nowhere = { version: '', index: 0, id: '' };

/**
 * The video that the student left the feed at, to return to it within a visit: the filters that it was under, its index
 * in the list and its id.
 */
let left = nowhere;

export function saveFeedPlace(version: string, index: number, id: string): void {
  left = { version, index, id };
}

/** The id of the video to begin at; undefined in a list that was read again since, where it stands elsewhere. */
export function findFeedPlace(version: string, videos: readonly VideoRow[] = []): string | undefined {
  return left.version === version && videos[left.index]?.id === left.id ? left.id : undefined;
}

/**
 * Reads the feed again from its first video, where the server chooses other videos now. Nothing else does: a feed
 * refetches under no video that is watched, and no hint reaches a student's.
 */
export function restartFeed(queryClient: QueryClient): void {
  left = nowhere;
  void queryClient.resetQueries({ queryKey: ['videos', 'feed'] });
}

import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Account } from '#features/accounts/contract.ts';
import { storedText } from '#web/stored-text.ts';
import { type FeedFilters, noFilters, readFilters, writeFilters } from './feed-filters.ts';

/** The place in the browser's storage where the last filters of a student stand. */
export const keptFilters = (userId: string) => `sumi.feed.filters.${userId}`;

/**
 * The filters of the feed: those in the address, else the student's last choice on this device, else none.
 * `video` is the video that the address puts first; the next choice removes it.
 */
export function useFeedFilters({ id }: Account) {
  const [params, setParams] = useSearchParams();
  const stored = useMemo(() => storedText(() => localStorage, keptFilters(id)), [id]);
  const [remembered, setRemembered] = useState(() => stored.read());
  const start = useMemo(() => readFilters(new URLSearchParams(remembered ?? '')) ?? noFilters, [remembered]);
  const filters = useMemo(() => readFilters(params) ?? start, [params, start]);
  const change = useCallback(
    (choice: Partial<FeedFilters>) => {
      // Reads the address again, so that two quick choices both apply before the first is rendered.
      const chosen = readFilters(new URLSearchParams(window.location.search)) ?? start;
      const written = writeFilters({ ...chosen, ...choice });
      stored.keep(written.toString());
      setRemembered(written.toString());
      setParams(written, { replace: true, preventScrollReset: true, flushSync: true });
    },
    [start, stored, setParams],
  );
  return { filters, change, video: params.get('video') };
}

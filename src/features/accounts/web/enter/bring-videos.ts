import type { QueryClient } from '@tanstack/react-query';
import { syncVideos } from '#features/videos/contract.ts';
import { call } from '#web/api/call.ts';
import { accountQuery } from '../use-account.ts';

/**
 * Has new videos fetched for somebody who has just arrived. Nobody waits for it, and where it fails nobody hears of
 * it: the clock does the same before long.
 */
export function bringVideos(queryClient: QueryClient): void {
  const userId = queryClient.getQueryData(accountQuery.queryKey)?.account?.id;
  if (userId) call(syncVideos, { body: { userId } }).catch(() => {});
}

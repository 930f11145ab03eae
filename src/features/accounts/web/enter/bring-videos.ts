import type { QueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { accountQuery } from '../use-account.ts';

/**
 * Asks the server to fetch new videos in the languages that the signed-in person learns. The screen does not wait
 * for the answer. A failure is ignored: a scheduled job fetches the same videos later.
 */
export function bringVideos(queryClient: QueryClient): void {
  const userId = queryClient.getQueryData(accountQuery.queryKey)?.account?.id;
  if (userId) askForVideos(userId).catch(() => {});
}

async function askForVideos(userId: string) {
  // Few visits end in this, so no page loads the contract for it.
  const { syncVideos } = await import('#features/videos/contract.ts');
  await call(syncVideos, { body: { userId } });
}

import { mutationOptions, type QueryClient } from '@tanstack/react-query';

/** What the server last said of a flag. The requests of one queue share it. */
type Said = { value: boolean };

/**
 * Changes a flag of a video, such as a like, to what it is not. The update is optimistic. Quick taps reach the server
 * one after another, in order. Where the last of them fails, the screen shows what the server last said.
 */
export function changeFlag(
  queryClient: QueryClient,
  {
    mutationKey,
    wanted,
    send,
    show,
    onSaved,
    onFailed,
  }: {
    /** Names the flag and the video. */
    mutationKey: readonly string[];
    wanted: boolean;
    send: () => Promise<unknown>;
    /** Writes the flag into the cache. */
    show: (value: boolean) => void;
    onSaved?: () => void;
    onFailed: (error: Error) => void;
  },
): void {
  const cache = queryClient.getMutationCache();
  const isLast = () => queryClient.isMutating({ mutationKey }) === 1;
  const before = cache.find<unknown, Error, Said>({ mutationKey, status: 'pending' });
  const said = before?.state.variables ?? { value: !wanted };
  const options = mutationOptions<unknown, Error, Said>({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: send,
    onMutate: () => show(wanted),
    onSuccess() {
      said.value = wanted;
      // Once more, over what was read before the server knew of it.
      if (isLast()) show(wanted);
      onSaved?.();
    },
    onError(error) {
      // A later request of the queue decides what the screen shows.
      if (isLast()) show(said.value);
      onFailed(error);
    },
  });
  // Without `useMutation`, which would draw the whole video as the request begins and as it ends. What failed is told
  // by `onFailed`.
  cache
    .build(queryClient, options)
    .execute(said)
    .catch(() => {});
}

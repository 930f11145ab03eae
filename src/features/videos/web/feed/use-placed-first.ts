import { useQuery } from '@tanstack/react-query';
import type { List } from '#web/api/use-list.ts';
import type { VideoRow } from '../../contract.ts';
import { videoQuery } from '../queries.ts';

/**
 * The list with one video at its start, as an address asks for it. The list waits for that video. A video that the
 * server does not show changes nothing.
 */
export function usePlacedFirst<Page>(list: List<VideoRow, Page>, id: string | null): List<VideoRow, Page> {
  const { data: first, isFetched } = useQuery({ ...videoQuery(id ?? ''), enabled: id !== null });
  // Once only: a video that was not found is asked for again after a lost connection, and the list stays meanwhile.
  if (id !== null && !isFetched) return { ...list, items: undefined };
  if (!first || !list.items) return list;
  return { ...list, items: [first, ...list.items.filter((video) => video.id !== first.id)] };
}

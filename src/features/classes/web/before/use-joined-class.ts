import { useSessionStorage } from '@mantine/hooks';

/** The class whose waiting list the student joined last in this tab, and how to note it. */
export function useJoinedList() {
  return useSessionStorage<string | null>({ key: 'sumi.joinedWaitingList', defaultValue: null });
}

/** The class in which the student took a seat last in this tab, and how to note it. */
export function useTakenSeat() {
  return useSessionStorage<string | null>({ key: 'sumi.takenSeat', defaultValue: null });
}

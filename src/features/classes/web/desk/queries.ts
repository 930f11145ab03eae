import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { listManagedClasses, listNewStudents, listOffers, listOwnReviews } from '../../contract.ts';
import { msToNextChange } from '../class-moment.ts';

/** Every key begins with `classes`, so that a hint about classes invalidates all of them. */

const mostRolls = 5;

/** The desk shows the first of each list; a teacher who reads on gets more at once. */
const atOnce = 50;
const pageAfter = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor, limit: atOnce });

export const offersQuery = listQuery(['classes', 'desk', 'offers'], (cursor, signal) =>
  call(listOffers, { query: pageAfter(cursor) }, { signal }),
);

export const newStudentsQuery = listQuery(['classes', 'desk', 'new-students'], (cursor, signal) =>
  call(listNewStudents, { query: pageAfter(cursor) }, { signal }),
);

export const ownReviewsQuery = listQuery(['classes', 'desk', 'reviews'], (cursor, signal) =>
  call(listOwnReviews, { query: pageAfter(cursor) }, { signal }),
);

/** The next class of a teacher that has not ended, their last classes whose roll is due, and whether more are. */
export function taughtClassesQuery(teacher: string) {
  return queryOptions({
    queryKey: ['classes', 'desk', teacher],
    queryFn: async ({ signal }) => {
      const coming = { teacher, when: 'coming', status: 'scheduled', limit: 1 } as const;
      const [next, rolls] = await Promise.all([
        call(listManagedClasses, { query: coming }, { signal }),
        call(listManagedClasses, { query: { teacher, roll: 'due', limit: mostRolls } }, { signal }),
      ]);
      return {
        next: next.items[0] ?? null,
        rolls: rolls.items,
        hasMoreRolls: rolls.nextCursor !== null,
      };
    },
    refetchInterval: ({ state }) => msToNextChange(state.data?.next ? [state.data.next] : [], new Date()),
  });
}

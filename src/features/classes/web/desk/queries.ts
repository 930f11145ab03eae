import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listManagedClasses, readDesk } from '../../contract.ts';

/** Every key begins with `classes`, so that a hint about classes invalidates all of them. */

const mostRolls = 5;

export const deskQuery = queryOptions({
  queryKey: ['classes', 'desk'],
  queryFn: ({ signal }) => call(readDesk, undefined, { signal }),
});

/** The next class of a teacher that has not ended, their last classes whose roll is due, and whether more are. */
export function taughtClassesQuery(teacher: string) {
  return queryOptions({
    queryKey: ['classes', 'desk', teacher],
    queryFn: async ({ signal }) => {
      const [coming, rolls] = await Promise.all([
        call(listManagedClasses, { query: { teacher, when: 'coming', limit: 10 } }, { signal }),
        call(listManagedClasses, { query: { teacher, roll: 'due', limit: mostRolls } }, { signal }),
      ]);
      return {
        next: coming.items.find(({ status }) => status === 'scheduled') ?? null,
        rolls: rolls.items,
        hasMoreRolls: rolls.nextCursor !== null,
      };
    },
  });
}

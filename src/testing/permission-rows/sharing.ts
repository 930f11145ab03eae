import type { AgeGroup } from '#shared/actor.ts';
import type { PolicyRow } from '../permission-row.ts';
import { absent, everybody } from '../permission-row.ts';

/** A class of another teacher. Visitors read it like everybody else, unless it is for kids. */
const onClass =
  (rest: string, targetAudience: AgeGroup): PolicyRow['call'] =>
  async ({ db, person: join }) => {
    const { id: createdBy } = await join({ role: 'teacher', verified: true });
    const { id } = await db
      .insertInto('classes')
      .values({
        title: 'Una clase',
        description: 'x',
        startsAt: new Date('2099-05-04'),
        createdBy,
        targetAudience,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { method: 'GET', path: `/api/sharing/classes/${id}${rest}` };
  };

export const sharingRows: Record<string, PolicyRow> = {
  'GET /api/sharing/classes/{id}': {
    says: everybody,
    call: onClass('', 'adult'),
    anothers: {
      says: { ...absent, administrator: 'allowed' },
      call: onClass('', 'kid'),
    },
  },
  'GET /api/sharing/teachers/{id}/classes': {
    says: everybody,
    call: async ({ person: join }) => {
      const { id } = await join({ role: 'teacher', verified: true });
      return { method: 'GET', path: `/api/sharing/teachers/${id}/classes` };
    },
    // A teacher whose application is not approved has no page.
    anothers: {
      says: absent,
      call: async ({ person: join }) => {
        const { id } = await join({ role: 'teacher' });
        return { method: 'GET', path: `/api/sharing/teachers/${id}/classes` };
      },
    },
  },
  'GET /api/sharing/classes/{id}/event': {
    says: everybody,
    call: onClass('/event', 'adult'),
    anothers: {
      says: { ...absent, administrator: 'allowed' },
      call: onClass('/event', 'kid'),
    },
  },
};

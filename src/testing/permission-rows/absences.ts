import {
  administrators,
  conflictForMembers,
  get,
  hiddenFromMembers,
  members,
  organisers,
  type PolicyRow,
} from '../permission-row.ts';
import { begun, forKids, onClass } from './classes.ts';
import { makeClass } from './make-class.ts';

/** About a club that the person missed, or another student of their club or of another teacher's. */
function onAbsence(
  method: string,
  rest: string,
  { whose, body }: { whose: 'absent' | 'own' | null; body: unknown },
): PolicyRow['call'] {
  return async (community, person) => {
    const id = await makeClass(community, person, {
      whose: whose === 'own' ? 'own' : null,
      startsAt: begun,
    });
    const absent = whose === 'absent' && person ? person : await community.person();
    await community.db.updateTable('classes').set({ kind: 'club' }).where('id', '=', id).execute();
    await community.db
      .insertInto('classAbsences')
      .values({ classId: id, userId: absent.id, how: 'left-late', recordedAt: begun })
      .execute();
    return {
      method,
      path: `/api/classes/${id}${rest}${whose === 'absent' ? '' : `/${absent.id}`}`,
      body,
    };
  };
}

export const absenceRows: Record<string, PolicyRow> = {
  'GET /api/classes/absences': { says: members, call: get('/api/classes/absences') },
  'POST /api/classes/{id}/late-leaving': {
    says: members,
    call: onClass('POST', '/late-leaving', { whose: 'enrolled', body: { explanation: null } }),
    anothers: {
      says: hiddenFromMembers,
      call: onClass('POST', '/late-leaving', { ...forKids, body: { explanation: null } }),
    },
  },
  'PUT /api/classes/{id}/absence': {
    says: members,
    call: onAbsence('PUT', '/absence', { whose: 'absent', body: { reason: 'work' } }),
    // Who missed nothing explains nothing.
    anothers: {
      says: conflictForMembers,
      call: onClass('PUT', '/absence', { whose: 'enrolled', body: { reason: 'work' } }),
    },
  },
  'PUT /api/classes/{id}/absences/{userId}': {
    says: organisers,
    call: onAbsence('PUT', '/absences', { whose: 'own', body: { reason: null, excused: true } }),
    anothers: {
      says: administrators,
      call: onAbsence('PUT', '/absences', { whose: null, body: { reason: null, excused: true } }),
    },
  },
};

import { get, type PolicyRow, post } from '../permission-row.ts';

export const notificationRows: Record<string, PolicyRow> = {
  'GET /api/notifications': { says: '1YYYY', call: get('/api/notifications') },
  'POST /api/notifications/read': { says: '1YYYY', call: post('/api/notifications/read') },
  'POST /api/notifications/{id}/read': {
    says: '1YYYY',
    call: onNotice('own'),
    anothers: { says: '14444', call: onNotice('anothers') },
  },
};

function onNotice(whose: 'own' | 'anothers'): PolicyRow['call'] {
  return async ({ db, person: join }, person) => {
    const reader = whose === 'own' && person ? person : await join();
    const { id } = await db
      .insertInto('notifications')
      .values({ userId: reader.id, kind: 'teachers.approved' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { method: 'POST', path: `/api/notifications/${id}/read`, body: {} };
  };
}

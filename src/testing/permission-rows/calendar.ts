import {
  absent,
  administrators,
  everybody,
  get,
  members,
  organisers,
  type PolicyRow,
  post,
} from '../permission-row.ts';

const remove =
  (path: string): PolicyRow['call'] =>
  () => ({ method: 'DELETE', path });

const nobody = '019a0000-0000-7000-8000-000000000000';

export const calendarRows: Record<string, PolicyRow> = {
  'GET /api/calendar/feed': { says: members, call: get('/api/calendar/feed') },
  'POST /api/calendar/feed': { says: members, call: post('/api/calendar/feed') },
  'DELETE /api/calendar/feed': { says: members, call: remove('/api/calendar/feed') },
  // The secret in the address is enough: no session is needed.
  'GET /api/calendar/{file}': {
    says: everybody,
    call: async (community) => {
      const owner = await community.person();
      const answer = await community.request(owner, 'POST', '/api/calendar/feed', {});
      return { method: 'GET', path: (await answer.json()).path };
    },
    anothers: { says: absent, call: get(`/api/calendar/${'x'.repeat(43)}.ics`) },
  },
  'GET /api/calendar/status': { says: administrators, call: get('/api/calendar/status') },
  'POST /api/calendar/retry': { says: administrators, call: post('/api/calendar/retry') },
  'POST /api/calendar/organisers-feed': { says: administrators, call: post('/api/calendar/organisers-feed') },
  'DELETE /api/calendar/organisers-feed': {
    says: administrators,
    call: remove('/api/calendar/organisers-feed'),
  },
  'POST /api/calendar/classes/{id}/sync': {
    says: organisers,
    call: syncClassOf('own'),
    anothers: { says: administrators, call: syncClassOf('anothers') },
  },
  'POST /api/functions/calendar': {
    says: organisers,
    call: (_, person) => ({
      method: 'POST',
      path: '/api/functions/calendar',
      body: { action: 'create', event: eventForm, ...(person && { userId: person.id }) },
    }),
    // The imported class belongs to another person, a teacher.
    anothers: {
      says: administrators,
      call: async (community) => {
        const teacher = await community.person({ role: 'teacher', verified: true });
        return {
          method: 'POST',
          path: '/api/functions/calendar',
          body: { action: 'create', event: eventForm, userId: teacher.id },
        };
      },
    },
  },
  'POST /api/functions/sync-calendar': {
    says: organisers,
    call: (_, person) => ({
      method: 'POST',
      path: '/api/functions/sync-calendar',
      body: { userId: person?.id ?? nobody },
    }),
    anothers: {
      says: administrators,
      call: async (community) => {
        const teacher = await community.person({ role: 'teacher', verified: true });
        return { method: 'POST', path: '/api/functions/sync-calendar', body: { userId: teacher.id } };
      },
    },
  },
};

const eventForm = { title: 'Un evento', description: 'De prueba', date: '2099-05-04', time: '18:00' };

function syncClassOf(whose: 'own' | 'anothers'): PolicyRow['call'] {
  return async ({ db, person: join }, person) => {
    const teacher = whose === 'own' && person ? person : await join({ role: 'teacher', verified: true });
    const { id } = await db
      .insertInto('classes')
      .values({
        title: 'Una clase',
        description: 'De prueba',
        startsAt: new Date('2099-05-04'),
        createdBy: teacher.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { method: 'POST', path: `/api/calendar/classes/${id}/sync`, body: {} };
  };
}

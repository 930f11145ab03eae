import { randomUUID } from 'node:crypto';
import { unsubscribeToken } from '#features/notifications/letters/unsubscribe-token.ts';
import { testSecret } from '../community.ts';
import {
  absent,
  absentForMembers,
  type Call,
  conflictForMembers,
  everybody,
  get,
  members,
  type PolicyRow,
  post,
} from '../permission-row.ts';

export const notificationRows: Record<string, PolicyRow> = {
  'GET /api/notifications': { says: members, call: get('/api/notifications') },
  'POST /api/notifications/read': { says: members, call: post('/api/notifications/read') },
  'POST /api/notifications/{id}/read': {
    says: members,
    call: onNotice('own'),
    anothers: { says: absentForMembers, call: onNotice('anothers') },
  },
  'GET /api/notifications/choices': { says: members, call: get('/api/notifications/choices') },
  'PATCH /api/notifications/choices': {
    says: members,
    call: () => ({ method: 'PATCH', path: '/api/notifications/choices', body: { digest: true } }),
  },
  'POST /api/notifications/devices': {
    says: members,
    call: (_community, person) => addDevice(person?.id ?? randomUUID()),
    // The browser asks for a person who is not signed in there any more.
    anothers: {
      says: conflictForMembers,
      call: () => addDevice(randomUUID()),
    },
  },
  'POST /api/notifications/devices/removal': {
    says: members,
    call: post('/api/notifications/devices/removal', { endpoint: 'https://push.example.org/x' }),
  },
  'POST /api/notifications/devices/trial': { says: members, call: post('/api/notifications/devices/trial') },
  // The letter's token is enough: no session is needed.
  'POST /api/notifications/unsubscribe/{token}': {
    says: everybody,
    call: async (community) => {
      const { id: userId } = await community.person();
      const token = unsubscribeToken(testSecret, { userId, topics: ['classes'] });
      return { method: 'POST', path: `/api/notifications/unsubscribe/${token}` };
    },
    anothers: { says: absent, call: post(`/api/notifications/unsubscribe/${'x'.repeat(43)}`) },
  },
  'GET /api/notifications/unsubscribe/{token}': {
    says: everybody,
    call: get('/api/notifications/unsubscribe/whatever'),
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

function addDevice(person: string): Call {
  const endpoint = 'https://push.example.org/x';
  const keys = { p256dh: 'p'.repeat(87), auth: 'q'.repeat(22) };
  return { method: 'POST', path: '/api/notifications/devices', body: { endpoint, keys, person } };
}

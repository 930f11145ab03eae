import type { PolicyRow } from '../permission-row.ts';
import { everybody, get, members } from '../permission-row.ts';

export const profileRows: Record<string, PolicyRow> = {
  'GET /api/profiles/me': { says: members, call: get('/api/profiles/me') },
  'PATCH /api/profiles/me': {
    says: members,
    call: () => ({ method: 'PATCH', path: '/api/profiles/me', body: { country: 'Chile' } }),
  },
  'GET /api/profiles/me/streak': { says: members, call: get('/api/profiles/me/streak') },
  'PUT /api/profiles/me/holiday': {
    says: members,
    call: (community) => {
      const day = (days: number) =>
        new Date(community.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
      return { method: 'PUT', path: '/api/profiles/me/holiday', body: { firstDay: day(3), lastDay: day(9) } };
    },
  },
  'DELETE /api/profiles/me/holiday': {
    says: members,
    call: () => ({ method: 'DELETE', path: '/api/profiles/me/holiday' }),
  },
  'PUT /api/profiles/me/handles': {
    says: members,
    call: () => ({ method: 'PUT', path: '/api/profiles/me/handles', body: { youtube: '@canal' } }),
  },
  'PUT /api/profiles/me/avatar': { says: members, call: sendPicture },
  'PUT /api/profiles/me/portrait': {
    says: members,
    call: () => ({ method: 'PUT', path: '/api/profiles/me/portrait', body: { portrait: 'owl' } }),
  },
  'DELETE /api/profiles/me/avatar': {
    says: members,
    call: () => ({ method: 'DELETE', path: '/api/profiles/me/avatar' }),
  },
  'GET /media/people/{name}': {
    says: everybody,
    call: async (community) => {
      const picture = sendPicture();
      const member = await community.person();
      const answer = await community.request(
        member,
        picture.method,
        picture.path,
        picture.body,
        picture.headers,
      );
      return { method: 'GET', path: (await answer.json()).image };
    },
  },
};

/** A picture of one pixel. */
function sendPicture() {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  return {
    method: 'PUT',
    path: '/api/profiles/me/avatar',
    body: new Uint8Array(Buffer.from(png, 'base64')),
    headers: { 'content-type': 'image/png' },
  };
}

import type { Community } from '../community.ts';
import { administrators, get, members, type PolicyRow } from '../permission-row.ts';

/** One that another administrator wrote. */
async function insertAnnouncement({ db, person }: Community): Promise<string> {
  const { id: authorId } = await person({ role: 'admin' });
  const { id } = await db
    .insertInto('announcements')
    .values({ title: 'Noche de cine', words: 'El viernes a las siete.', audience: 'everybody', authorId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const announcementsRows: Record<string, PolicyRow> = {
  'GET /api/announcements': { says: members, call: get('/api/announcements') },
  'GET /api/announcements/managed': { says: administrators, call: get('/api/announcements/managed') },
  'GET /api/announcements/readers': {
    says: administrators,
    call: get('/api/announcements/readers?audience=everybody'),
  },
  'POST /api/announcements': {
    says: administrators,
    call: async ({ person }) => {
      await person();
      return {
        method: 'POST',
        path: '/api/announcements',
        body: { title: 'Noche de cine', words: 'El viernes a las siete.', audience: 'everybody' },
      };
    },
  },
  'DELETE /api/announcements/{id}': {
    says: administrators,
    call: async (community) => ({
      method: 'DELETE',
      path: `/api/announcements/${await insertAnnouncement(community)}`,
    }),
  },
};

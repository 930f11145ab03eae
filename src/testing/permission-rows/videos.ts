import { randomUUID } from 'node:crypto';
import {
  absentForMembers,
  administrators,
  conflictForAdministrators,
  get,
  members,
  organisers,
  type PolicyRow,
} from '../permission-row.ts';

const proposal = { title: 'Un video', language: 'en', level: 'basic', topics: ['grammar'] };

export const videosRows: Record<string, PolicyRow> = {
  'GET /api/videos': { says: members, call: get('/api/videos') },
  'GET /api/videos/saved': { says: members, call: get('/api/videos/saved') },
  'GET /api/videos/{id}': {
    says: members,
    call: onVideo('GET', ''),
    anothers: { says: absentForMembers, call: onVideo('GET', '', undefined, 'pending') },
  },
  'PUT /api/videos/{id}/like': {
    says: members,
    call: onVideo('PUT', '/like', {}),
    anothers: { says: absentForMembers, call: onVideo('PUT', '/like', {}, 'pending') },
  },
  'DELETE /api/videos/{id}/like': { says: members, call: onVideo('DELETE', '/like') },
  'PUT /api/videos/{id}/save': {
    says: members,
    call: onVideo('PUT', '/save', {}),
    anothers: { says: absentForMembers, call: onVideo('PUT', '/save', {}, 'rejected') },
  },
  'DELETE /api/videos/{id}/save': { says: members, call: onVideo('DELETE', '/save') },
  'PUT /api/videos/{id}/not-interested': {
    says: members,
    call: onVideo('PUT', '/not-interested', {}),
    anothers: { says: absentForMembers, call: onVideo('PUT', '/not-interested', {}, 'pending') },
  },
  'DELETE /api/videos/{id}/not-interested': { says: members, call: onVideo('DELETE', '/not-interested') },
  'POST /api/videos/{id}/view': {
    says: members,
    call: onVideo('POST', '/view', { watchedSeconds: 9 }),
    anothers: { says: absentForMembers, call: onVideo('POST', '/view', { watchedSeconds: 9 }, 'pending') },
  },

  'GET /api/videos/proposals': { says: organisers, call: get('/api/videos/proposals') },
  'GET /api/videos/proposals/preview': {
    says: organisers,
    call: get(`/api/videos/proposals/preview?address=${encodeURIComponent(newAddress())}`),
  },
  'POST /api/videos/proposals': {
    says: organisers,
    call: () => ({
      method: 'POST',
      path: '/api/videos/proposals',
      body: { address: newAddress(), ...proposal },
    }),
  },

  'GET /api/videos/settings': { says: administrators, call: get('/api/videos/settings') },
  'PUT /api/videos/settings': {
    says: administrators,
    call: () => ({
      method: 'PUT',
      path: '/api/videos/settings',
      body: { discoveryPercent: 20, topicsPercent: 60, newDays: 3 },
    }),
  },
  'GET /api/videos/moderation': { says: administrators, call: get('/api/videos/moderation') },
  'POST /api/videos/moderation': {
    says: administrators,
    call: async ({ db }) => {
      const ids = [await insertVideo(db, 'pending')];
      const body = { ids, from: 'pending', to: 'approved' };
      return { method: 'POST', path: '/api/videos/moderation', body };
    },
  },
  'PUT /api/videos/{id}/moderation': {
    says: administrators,
    call: onVideo('PUT', '/moderation', { from: 'pending', to: 'approved' }, 'pending'),
    // Another moderator has decided before.
    anothers: {
      says: conflictForAdministrators,
      call: onVideo('PUT', '/moderation', { from: 'pending', to: 'approved' }, 'approved'),
    },
  },
  'PATCH /api/videos/{id}': { says: administrators, call: onVideo('PATCH', '', { isActive: false }) },

  'GET /api/videos/channels': { says: administrators, call: get('/api/videos/channels') },
  'POST /api/videos/channels': {
    says: administrators,
    call: () => ({
      method: 'POST',
      path: '/api/videos/channels',
      body: { address: newChannel(), language: 'en', level: 'basic', topics: [] },
    }),
  },
  'PATCH /api/videos/channels/{id}': { says: administrators, call: onChannel('PATCH', { isActive: false }) },
  'DELETE /api/videos/channels/{id}': { says: administrators, call: onChannel('DELETE') },
  'POST /api/functions/sync-videos': {
    says: members,
    call: (_, person) => ({
      method: 'POST',
      path: '/api/functions/sync-videos',
      body: { userId: person?.id ?? randomUUID() },
    }),
    anothers: {
      says: administrators,
      call: async ({ person: join }) => ({
        method: 'POST',
        path: '/api/functions/sync-videos',
        body: { userId: (await join()).id },
      }),
    },
  },
};

function newAddress(): string {
  return `https://www.youtube.com/watch?v=${randomUUID().slice(-11)}`;
}

function newChannel(): string {
  return `UC${randomUUID().replaceAll('-', '').slice(0, 22)}`;
}

type Db = Parameters<PolicyRow['call']>[0]['db'];

type Status = 'pending' | 'approved' | 'rejected';
async function insertVideo(db: Db, moderationStatus: Status): Promise<string> {
  const { id } = await db
    .insertInto('videos')
    .values({
      title: 'Un video',
      language: 'en',
      level: 'basic',
      source: 'upload',
      sourceId: randomUUID(),
      seconds: 9,
      moderationStatus,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function onVideo(
  method: string,
  what: string,
  body?: object,
  status: Status = 'approved',
): PolicyRow['call'] {
  return async ({ db }) => ({
    method,
    path: `/api/videos/${await insertVideo(db, status)}${what}`,
    ...(body && { body }),
  });
}

function onChannel(method: string, body?: object): PolicyRow['call'] {
  return async ({ db }) => {
    const { id } = await db
      .insertInto('videoChannels')
      .values({ sourceId: newChannel(), title: 'Un canal', language: 'en', level: 'basic' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { method, path: `/api/videos/channels/${id}`, ...(body && { body }) };
  };
}

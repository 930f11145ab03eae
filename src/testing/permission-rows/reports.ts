import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Community } from '../community.ts';
import {
  absentForMembers,
  administrators,
  conflictForAdministrators,
  get,
  members,
  type PolicyRow,
} from '../permission-row.ts';

export const reportsRows: Record<string, PolicyRow> = {
  'GET /api/reports': { says: administrators, call: get('/api/reports') },
  'POST /api/reports': {
    says: members,
    call: reportVideo('approved'),
    // One that the feed does not show.
    anothers: { says: absentForMembers, call: reportVideo('pending') },
  },
  'GET /api/reports/{kind}/{subject}': {
    says: administrators,
    call: async (community) => {
      const video = await insertVideo(community, 'approved');
      return { method: 'GET', path: `/api/reports/video/${video}` };
    },
  },
  'PUT /api/reports/{kind}/{subject}': {
    says: administrators,
    call: async (community) => {
      const video = await insertVideo(community, 'approved');
      const { id } = await community.person();
      await sql`insert into reports (reporter_id, subject_kind, subject_id, reason)
        values (${id}, 'video', ${video}, 'harmful')`.execute(community.db);
      return settle(video);
    },
    // Another administrator has decided before.
    anothers: {
      says: conflictForAdministrators,
      call: async (community) => settle(await insertVideo(community, 'approved')),
    },
  },
  'PUT /api/reports/{kind}/{subject}/open': {
    says: administrators,
    call: async (community) => {
      const video = await insertVideo(community, 'approved');
      const { id } = await community.person();
      await sql`insert into reports (reporter_id, subject_kind, subject_id, reason, status, settled_at)
        values (${id}, 'video', ${video}, 'harmful', 'dismissed', ${dismissedAt})`.execute(community.db);
      return reopen(video);
    },
    // Another administrator has opened them before.
    anothers: {
      says: conflictForAdministrators,
      call: async (community) => reopen(await insertVideo(community, 'approved')),
    },
  },
  'PUT /api/reports/{kind}/{subject}/shown': {
    says: administrators,
    call: async ({ person }) => {
      const { id } = await person();
      return { method: 'PUT', path: `/api/reports/name/${id}/shown` };
    },
    // A video is shown again among the videos.
    anothers: {
      says: {
        visitor: 401,
        student: 403,
        'pending teacher': 403,
        'verified teacher': 403,
        administrator: 404,
      },
      call: async (community) => {
        const video = await insertVideo(community, 'approved');
        return { method: 'PUT', path: `/api/reports/video/${video}/shown` };
      },
    },
  },
};

function settle(video: string) {
  const body = { outcome: 'upheld', reason: 'Insulta' };
  return { method: 'PUT', path: `/api/reports/video/${video}`, body };
}

const dismissedAt = '2026-11-20T10:00:00.000Z';

function reopen(video: string) {
  return { method: 'PUT', path: `/api/reports/video/${video}/open`, body: { settledAt: dismissedAt } };
}

function reportVideo(status: 'approved' | 'pending'): PolicyRow['call'] {
  return async (community) => {
    const body = { kind: 'video', subject: await insertVideo(community, status), reason: 'spam' };
    return { method: 'POST', path: '/api/reports', body };
  };
}

async function insertVideo({ db }: Community, moderationStatus: 'approved' | 'pending'): Promise<string> {
  const video = {
    title: 'Un video',
    language: 'en',
    level: 'basic',
    source: 'upload',
    sourceId: randomUUID(),
  } as const;
  const { id } = await db
    .insertInto('videos')
    .values({ ...video, moderationStatus })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

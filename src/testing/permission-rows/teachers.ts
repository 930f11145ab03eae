import type { Community, Person } from '../community.ts';
import {
  absent,
  administrators,
  conflictForAdministrators,
  everybody,
  get,
  members,
  type PolicyRow,
  post,
} from '../permission-row.ts';

const teaching = { bio: 'Enseño conversación desde hace años.', languagesTaught: ['en'] };

export const teacherRows: Record<string, PolicyRow> = {
  // A teacher, and a person who has already applied, gets 409.
  'POST /api/teachers/application': {
    says: {
      visitor: 401,
      student: 'allowed',
      'pending teacher': 409,
      'verified teacher': 409,
      administrator: 'allowed',
    },
    call: post('/api/teachers/application', teaching),
  },
  'GET /api/teachers/me': {
    says: { ...members, administrator: 404 },
    call: asApplicant(get('/api/teachers/me')),
  },
  'PATCH /api/teachers/me': {
    says: { ...members, administrator: 404 },
    call: asApplicant(() => ({ method: 'PATCH', path: '/api/teachers/me', body: { experienceYears: 4 } })),
  },
  'GET /api/teachers/{id}': {
    says: everybody,
    call: onApplication('GET', '', 'approved'),
    anothers: { says: absent, call: onApplication('GET', '', 'pending') },
  },
  'GET /api/teachers/{id}/reviews': {
    says: everybody,
    call: onApplication('GET', '/reviews', 'approved'),
    anothers: { says: absent, call: onApplication('GET', '/reviews', 'pending') },
  },
  'GET /api/teachers/applications': { says: administrators, call: get('/api/teachers/applications') },
  'POST /api/teachers/applications/{id}/approve': {
    says: administrators,
    call: onApplication('POST', 'approve', 'pending'),
    anothers: {
      says: conflictForAdministrators,
      call: onOwn('approve'),
    },
  },
  'POST /api/teachers/applications/{id}/reject': {
    says: administrators,
    call: onApplication('POST', 'reject', 'pending'),
    anothers: {
      says: conflictForAdministrators,
      call: onOwn('reject'),
    },
  },
  'POST /api/teachers/applications/{id}/revoke': {
    says: administrators,
    call: onApplication('POST', 'revoke', 'approved'),
    anothers: {
      says: conflictForAdministrators,
      call: onOwn('revoke'),
    },
  },
  'POST /api/teachers/applications/{id}/keep-hidden': {
    says: administrators,
    call: onChangedPage,
  },
  'POST /api/teachers/applications/{id}/reopen': {
    says: administrators,
    call: onApplication('POST', 'reopen', 'approved'),
    anothers: {
      says: conflictForAdministrators,
      call: onOwn('reopen'),
    },
  },
};

/** Before the call, a student has applied and an administrator has not. */
function asApplicant(call: PolicyRow['call']): PolicyRow['call'] {
  return async (community, person) => {
    if (person && !(await isAdmin(community, person))) await apply(community, person);
    return call(community, person);
  };
}

function onApplication(method: string, what: string, status: 'pending' | 'approved'): PolicyRow['call'] {
  return async (community) => {
    const { id } = await community.person({ role: 'teacher', verified: status === 'approved' });
    return callOf(method, id, what);
  };
}

/** An approved teacher has changed a page that is hidden. */
async function onChangedPage(community: Community) {
  const { id } = await community.person({ role: 'teacher', verified: true });
  const now = new Date();
  await community.db
    .updateTable('teacherProfiles')
    .set({ pageHiddenAt: now, pageHiddenReason: 'Vende cursos', pageChangedAt: now })
    .where('userId', '=', id)
    .execute();
  return callOf('POST', id, 'keep-hidden');
}

/** Each person decides about their own application; a visitor has none. */
function onOwn(what: string): PolicyRow['call'] {
  return async (community, person) => {
    const applicant = person ?? (await community.person());
    await apply(community, applicant);
    return callOf('POST', applicant.id, what);
  };
}

function callOf(method: string, id: string, what: string) {
  if (method === 'GET') return { method, path: `/api/teachers/${id}${what}` };
  const body = {
    ...(['reject', 'revoke', 'keep-hidden'].includes(what) && { reason: 'Falta el certificado.' }),
    ...(['approve', 'reject', 'keep-hidden'].includes(what) && { version: 1 }),
  };
  return { method, path: `/api/teachers/applications/${id}/${what}`, body };
}

async function apply(community: Community, person: Person): Promise<void> {
  await community.request(person, 'POST', '/api/teachers/application', teaching);
}

async function isAdmin({ db }: Community, { id }: Person): Promise<boolean> {
  const held = await db
    .selectFrom('userRoles')
    .select('role')
    .where('userId', '=', id)
    .where('role', '=', 'admin')
    .executeTakeFirst();
  return held !== undefined;
}

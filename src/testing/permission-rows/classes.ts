import { defaultRules } from '../class-scene.ts';
import type { Community, Person } from '../community.ts';
import {
  administrators,
  conflictForMembers,
  get,
  hiddenFromMembers,
  members,
  organisers,
  type PolicyRow,
  post,
  refusedToMembers,
} from '../permission-row.ts';
import { type MadeClass, makeClass } from './make-class.ts';

const form = { title: 'Una clase', description: 'De prueba', date: '2099-05-04', time: '18:00' };
export const begun = new Date('2026-01-05T18:00:00Z');

/** An administrator gives the class of a teacher to another teacher. */
const handOver: PolicyRow['call'] = async (community, person) => {
  const { id: teacherId } = await community.person({ role: 'teacher', verified: true });
  const id = await makeClass(community, person, { whose: 'own' });
  return { method: 'PUT', path: `/api/classes/${id}/teacher`, body: { teacherId } };
};

export const onClass =
  (method: string, rest: string, { body, ...made }: MadeClass & { body?: unknown }): PolicyRow['call'] =>
  async (community, person) => ({
    method,
    path: `/api/classes/${await makeClass(community, person, made)}${rest}`,
    ...(body !== undefined && { body }),
  });

/** An operation for the organiser of a class only: other teachers get 403. */
function organised(method: string, rest: string, body?: unknown): PolicyRow {
  return {
    says: organisers,
    call: onClass(method, rest, { whose: 'own', body }),
    anothers: { says: administrators, call: onClass(method, rest, { whose: null, body }) },
  };
}

/** Marks the attendance of an enrolled student in a class that has begun. */
const callRoll =
  (whose: 'own' | null): PolicyRow['call'] =>
  async (community, person) => {
    const id = await makeClass(community, person, { whose, startsAt: begun });
    const { id: userId } = await community.person();
    await community.db.insertInto('classEnrollments').values({ classId: id, userId }).execute();
    return {
      method: 'PUT',
      path: `/api/classes/${id}/attendance`,
      body: { marks: [{ userId, attended: true }] },
    };
  };

const onManaged =
  (whose: 'own' | null): PolicyRow['call'] =>
  async (community, person) => ({
    method: 'GET',
    path: `/api/classes/managed/${await makeClass(community, person, { whose })}`,
  });

/** A question about the time of a teacher: the person themselves, or another one. */
export const askAboutTeacher =
  (what: string, whose: 'own' | null, more: Record<string, string> = {}): PolicyRow['call'] =>
  async (community, person) => {
    const teacher = whose === 'own' && person ? person : await community.person();
    const time = { date: form.date, time: form.time, zone: 'America/Bogota', durationMinutes: '60' };
    return {
      method: 'GET',
      path: `/api/classes/${what}?${new URLSearchParams({ teacherId: teacher.id, ...time, ...more })}`,
    };
  };

/** Adds a person to a class that has begun. */
const addWalkIn =
  (whose: 'own' | null): PolicyRow['call'] =>
  async (community, person) => {
    const { id: userId } = await community.person();
    const id = await makeClass(community, person, { whose, startsAt: begun });
    return { method: 'POST', path: `/api/classes/${id}/walk-ins`, body: { userId } };
  };

/** What an organiser does with a student of a class that is still to come. */
const onStudent =
  (whose: 'own' | null, method: string, rest: string, body?: object): PolicyRow['call'] =>
  async (community, person) => {
    const { id: userId } = await community.person();
    const id = await makeClass(community, person, { whose });
    return { method, path: `/api/classes/${id}/students/${userId}${rest}`, ...(body && { body }) };
  };

/** What an organiser does with a student who waits for a seat in a full class. */
const onWaiting =
  (whose: 'own' | null): PolicyRow['call'] =>
  async (community, person) => {
    const { id: userId } = await community.person();
    const id = await makeFullClass(community, person, whose);
    await community.db.insertInto('classWaiting').values({ classId: id, userId }).execute();
    return { method: 'POST', path: `/api/classes/${id}/waiting/${userId}/removal`, body: {} };
  };

/** Writes to a class in which a student has a seat. */
const writeTo =
  (whose: 'own' | null): PolicyRow['call'] =>
  async (community, person) => {
    const { id: userId } = await community.person();
    const id = await makeClass(community, person, { whose });
    await community.db.insertInto('classEnrollments').values({ classId: id, userId }).execute();
    return { method: 'POST', path: `/api/classes/${id}/messages`, body: { words: 'Traigan la página 12.' } };
  };

/** An operation of a class that has begun, for its organiser only. */
function organisedBegun(method: string, rest: string, body?: unknown): PolicyRow {
  return {
    says: organisers,
    call: onClass(method, rest, { whose: 'own', startsAt: begun, body }),
    anothers: { says: administrators, call: onClass(method, rest, { whose: null, startsAt: begun, body }) },
  };
}

const onFullClass =
  (method: string): PolicyRow['call'] =>
  async (community, person) => {
    const id = await makeFullClass(community, person, null);
    return { method, path: `/api/classes/${id}/waiting` };
  };

/** A class of one seat, which another student has. */
async function makeFullClass(community: Community, person: Person | null, whose: 'own' | null) {
  const id = await makeClass(community, person, { whose });
  const { id: userId } = await community.person();
  await community.db.insertInto('classEnrollments').values({ classId: id, userId }).execute();
  await community.db.updateTable('classes').set({ maxStudents: 1 }).where('id', '=', id).execute();
  return id;
}

/** A class that is about to begin, with its meeting link, which a person may enter or not. */
const enter =
  (whose: 'own' | 'enrolled' | null): PolicyRow['call'] =>
  async (community, person) => {
    const startsAt = new Date(Date.now() + 5 * 60_000);
    const id = await makeClass(community, person, { whose, startsAt });
    const meetLink = 'https://meet.example.org/abc';
    await community.db.updateTable('classes').set({ meetLink }).where('id', '=', id).execute();
    return { method: 'POST', path: `/api/classes/${id}/entry` };
  };

const notes = { notes: 'Vimos los pasados.', version: 0 };
const review = { rating: 5, words: 'Muy clara.' };

/** A class that is hidden from adults. */
export const forKids = { whose: null, targetAudience: 'kid' } as const;

export const classesRows: Record<string, PolicyRow> = {
  'GET /api/classes': { says: members, call: get('/api/classes') },
  'GET /api/classes/rules': { says: organisers, call: get('/api/classes/rules') },
  'PUT /api/classes/rules': {
    says: administrators,
    call: async () => ({ method: 'PUT', path: '/api/classes/rules', body: defaultRules }),
  },
  'GET /api/classes/today': { says: members, call: get('/api/classes/today') },
  'GET /api/classes/past': { says: members, call: get('/api/classes/past') },
  'GET /api/classes/managed': { says: organisers, call: get('/api/classes/managed') },
  'GET /api/classes/managed/{id}': {
    says: organisers,
    call: onManaged('own'),
    anothers: {
      says: {
        visitor: 401,
        student: 403,
        'pending teacher': 403,
        'verified teacher': 404,
        administrator: 'allowed',
      },
      call: onManaged(null),
    },
  },
  'GET /api/classes/clashes': {
    says: organisers,
    call: askAboutTeacher('clashes', 'own'),
    anothers: { says: administrators, call: askAboutTeacher('clashes', null) },
  },
  'GET /api/classes/holidays': { says: organisers, call: get('/api/classes/holidays') },
  'PUT /api/classes/holidays/{day}': {
    says: administrators,
    call: onHoliday('PUT', '', { name: 'Navidad' }),
  },
  'DELETE /api/classes/holidays/{day}': { says: administrators, call: onHoliday('DELETE', '') },
  'POST /api/classes/holidays/{day}/cancellation': {
    says: administrators,
    call: onHoliday('POST', '/cancellation', { reason: 'Navidad' }),
  },
  'GET /api/classes/possible-teachers': { says: organisers, call: get('/api/classes/possible-teachers') },
  'PUT /api/classes/{id}/teacher': { says: administrators, call: handOver },
  'GET /api/classes/{id}': {
    says: members,
    call: onClass('GET', '', { whose: null }),
    anothers: {
      says: hiddenFromMembers,
      call: onClass('GET', '', forKids),
    },
  },
  'POST /api/classes': {
    says: organisers,
    call: post('/api/classes', form),
    // A class that another person is to teach.
    anothers: {
      says: administrators,
      call: async ({ person: join }) => {
        const { id: teacherId } = await join({ role: 'teacher', verified: true });
        return { method: 'POST', path: '/api/classes', body: { ...form, teacherId } };
      },
    },
  },
  'PATCH /api/classes/{id}': organised('PATCH', '', { title: 'Otra clase', version: 1 }),
  'DELETE /api/classes/{id}': organised('DELETE', ''),
  'POST /api/classes/{id}/cancellation': organised('POST', '/cancellation', { reason: 'Se fue la luz.' }),
  'POST /api/classes/{id}/enrolment': {
    says: members,
    call: onClass('POST', '/enrolment', { whose: null, body: {} }),
    // The second row is about the person's own class, in which they cannot enrol.
    anothers: {
      says: conflictForMembers,
      call: onClass('POST', '/enrolment', { whose: 'own', body: {} }),
    },
  },
  'DELETE /api/classes/{id}/enrolment': {
    says: members,
    call: onClass('DELETE', '/enrolment', { whose: 'enrolled' }),
    anothers: {
      says: hiddenFromMembers,
      call: onClass('DELETE', '/enrolment', forKids),
    },
  },
  'POST /api/classes/{id}/waiting': {
    says: members,
    call: onFullClass('POST'),
    // The second row is about the person's own class, for which they cannot wait.
    anothers: {
      says: conflictForMembers,
      call: onClass('POST', '/waiting', { whose: 'own', body: {} }),
    },
  },
  'DELETE /api/classes/{id}/waiting': {
    says: members,
    call: onFullClass('DELETE'),
    anothers: {
      says: hiddenFromMembers,
      call: onClass('DELETE', '/waiting', forKids),
    },
  },
  'GET /api/classes/{id}/roster': organised('GET', '/roster'),
  'PUT /api/classes/{id}/attendance': {
    says: organisers,
    call: callRoll('own'),
    anothers: { says: administrators, call: callRoll(null) },
  },
  'POST /api/classes/{id}/roll-closing': organisedBegun('POST', '/roll-closing'),
  'GET /api/classes/{id}/candidates': organised('GET', '/candidates?search=ana'),
  'PUT /api/classes/{id}/students/{userId}': {
    says: organisers,
    call: onStudent('own', 'PUT', ''),
    anothers: { says: administrators, call: onStudent(null, 'PUT', '') },
  },
  'POST /api/classes/{id}/students/{userId}/removal': {
    says: organisers,
    call: onStudent('own', 'POST', '/removal', {}),
    anothers: { says: administrators, call: onStudent(null, 'POST', '/removal', {}) },
  },
  'POST /api/classes/{id}/waiting/{userId}/removal': {
    says: organisers,
    call: onWaiting('own'),
    anothers: { says: administrators, call: onWaiting(null) },
  },
  'POST /api/classes/{id}/walk-ins': {
    says: organisers,
    call: addWalkIn('own'),
    anothers: { says: administrators, call: addWalkIn(null) },
  },
  'POST /api/classes/{id}/entry': {
    says: members,
    call: enter('enrolled'),
    anothers: { says: administrators, call: enter(null) },
  },
  'GET /api/classes/{id}/notes': {
    says: members,
    call: onClass('GET', '/notes', { whose: 'attended', startsAt: begun }),
    // Enrolled students who were absent read nothing.
    anothers: {
      says: administrators,
      call: onClass('GET', '/notes', { whose: 'enrolled', startsAt: begun }),
    },
  },
  'PUT /api/classes/{id}/notes': organisedBegun('PUT', '/notes', notes),
  'GET /api/classes/{id}/messages': {
    says: members,
    call: onClass('GET', '/messages', { whose: 'enrolled' }),
    // People without a seat, who see the class.
    anothers: { says: administrators, call: onClass('GET', '/messages', { whose: null }) },
  },
  'POST /api/classes/{id}/messages': {
    says: organisers,
    call: writeTo('own'),
    anothers: { says: administrators, call: writeTo(null) },
  },
  'PUT /api/classes/{id}/review': {
    says: {
      visitor: 401,
      student: 'allowed',
      'pending teacher': 'allowed',
      'verified teacher': 'allowed',
      administrator: 403,
    },
    call: onClass('PUT', '/review', { whose: 'attended', startsAt: begun, body: review }),
    // Enrolled students who were absent are refused too.
    anothers: {
      says: refusedToMembers,
      call: onClass('PUT', '/review', { whose: 'enrolled', startsAt: begun, body: review }),
    },
  },
  'GET /api/classes/{id}/reviews': organised('GET', '/reviews'),
  'PUT /api/classes/{id}/reviews/{userId}/quote': {
    says: administrators,
    call: onReview('quote', { quoted: true }),
  },
  'PUT /api/classes/{id}/reviews/{userId}/hidden': {
    says: administrators,
    call: onReview('hidden', { hidden: true }),
  },
};

/** About a day that is a holiday. */
function onHoliday(method: string, rest: string, body?: object): PolicyRow['call'] {
  return async ({ db }) => {
    await db
      .insertInto('classHolidays')
      .values({ day: '2099-12-25', name: 'Navidad' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { method, path: `/api/classes/holidays/2099-12-25${rest}`, ...(body && { body }) };
  };
}

/** About a review whose student agreed to show it. */
function onReview(what: string, body: unknown): PolicyRow['call'] {
  return async (community) => {
    const student = await community.person();
    const id = await makeClass(community, student, { whose: 'attended', startsAt: begun });
    const { createdBy } = await community.db
      .selectFrom('classes')
      .select('createdBy')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await community.db
      .insertInto('classReviews')
      .values({
        classId: id,
        userId: student.id,
        teacherId: createdBy,
        rating: 5,
        words: 'Gran clase.',
        mayQuote: true,
      })
      .execute();
    return { method: 'PUT', path: `/api/classes/${id}/reviews/${student.id}/${what}`, body };
  };
}

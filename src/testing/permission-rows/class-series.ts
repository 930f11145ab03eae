import { sql } from 'kysely';
import { onlyRow } from '#server/db/only-row.ts';
import {
  type Answers,
  administrators,
  organisers,
  type PolicyRow,
  refusedToMembers,
} from '../permission-row.ts';
import { askAboutTeacher } from './classes.ts';
import { makeClass } from './make-class.ts';

const weeks = { from: '2099-05-04', to: '2099-05-11' };

/** Copies the week of a class, of the person themselves or of another teacher. */
const copyWeek =
  (whose: 'own' | null): PolicyRow['call'] =>
  async (community, person) => {
    const id = await makeClass(community, person, { whose });
    const { createdBy: teacherId } = await community.db
      .selectFrom('classes')
      .select('createdBy')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      method: 'POST',
      path: '/api/classes/week-copies',
      body: { ...weeks, teacherId, classIds: [id] },
    };
  };

/** What copying the week of a teacher would make. */
const previewWeekCopy =
  (whose: 'own' | null): PolicyRow['call'] =>
  async (community, person) => {
    const teacher = whose === 'own' && person ? person : await community.person();
    const query = new URLSearchParams({ ...weeks, teacherId: teacher.id });
    return { method: 'GET', path: `/api/classes/week-copies?${query}` };
  };

/** A class of a series, the person's own or another teacher's. */
const onSeries =
  (method: string, rest: string, { whose, body }: { whose: 'own' | null; body: object }): PolicyRow['call'] =>
  async (community, person) => {
    const id = await makeClass(community, person, { whose });
    await sql`
      with series as (insert into class_series (kind, title, description, weekdays, clock_time, zone, starts_on,
          made_until, duration_minutes, required_tier, target_audience, max_students, created_by)
        select kind, title, description, '{1}', '18:00', zone, '2099-05-04', '2099-05-04', duration_minutes,
          required_tier, target_audience, max_students, created_by from classes where id = ${id} returning id)
      update classes set series_id = series.id, series_day = '2099-05-04' from series where classes.id = ${id}`.execute(
      community.db,
    );
    return { method, path: `/api/classes/${id}/${rest}`, body: { scope: 'following', ...body } };
  };

/** The offer of a class, which the person made or got, or in which they have no part. */
const onOffer =
  (method: string, rest: string, part: 'from' | 'to' | null, body?: object): PolicyRow['call'] =>
  async (community, person) => {
    const classId = await makeClass(community, person, { whose: part === 'from' ? 'own' : null });
    const another = await community.person({ role: 'teacher', verified: true });
    const toId = part === 'to' && person ? person.id : another.id;
    const { rows } = await sql<{ id: string }>`insert into class_offers (class_id, from_id, to_id)
      select id, created_by, ${toId} from classes where id = ${classId} returning id`.execute(community.db);
    return { method, path: `/api/classes/offers/${onlyRow(rows).id}${rest}`, ...(body && { body }) };
  };

const offerSeries =
  (whose: 'own' | null): PolicyRow['call'] =>
  async (community, person) => {
    const { id: teacherId } = await community.person({ role: 'teacher', verified: true });
    const { method, path } = await onSeries('PUT', 'series/offer', { whose, body: {} })(community, person);
    return { method, path, body: { teacherId } };
  };

const offerClass =
  (whose: 'own' | null): PolicyRow['call'] =>
  async (community, person) => {
    const { id: teacherId } = await community.person({ role: 'teacher', verified: true });
    const id = await makeClass(community, person, { whose });
    return { method: 'PUT', path: `/api/classes/${id}/offer`, body: { teacherId } };
  };

const onPreview =
  (whose: 'own' | null): PolicyRow['call'] =>
  async (community, person) => {
    const { path } = await onSeries('GET', 'series/preview', { whose, body: {} })(community, person);
    return { method: 'GET', path: `${path}?scope=all&until=never` };
  };

function organisedSeries(method: string, rest: string, body: object): PolicyRow {
  return {
    says: organisers,
    call: onSeries(method, rest, { whose: 'own', body }),
    anothers: { says: administrators, call: onSeries(method, rest, { whose: null, body }) },
  };
}

/** For an organiser whose part it is not, the offer does not exist. */
const notTheirs: Answers = {
  visitor: 401,
  student: 403,
  'pending teacher': 403,
  'verified teacher': 404,
  administrator: 404,
};

export const classSeriesRows: Record<string, PolicyRow> = {
  'GET /api/classes/series/preview': {
    says: organisers,
    call: askAboutTeacher('series/preview', 'own', { weekdays: '2,4' }),
    anothers: { says: administrators, call: askAboutTeacher('series/preview', null, { weekdays: '2,4' }) },
  },
  'GET /api/classes/week-copies': {
    says: organisers,
    call: previewWeekCopy('own'),
    anothers: { says: administrators, call: previewWeekCopy(null) },
  },
  'POST /api/classes/week-copies': {
    says: organisers,
    call: copyWeek('own'),
    anothers: { says: administrators, call: copyWeek(null) },
  },
  'GET /api/classes/{id}/series/preview': {
    says: organisers,
    call: onPreview('own'),
    anothers: { says: administrators, call: onPreview(null) },
  },
  'PATCH /api/classes/{id}/series': organisedSeries('PATCH', 'series', { title: 'Otra', version: 1 }),
  'POST /api/classes/{id}/series-cancellation': organisedSeries('POST', 'series-cancellation', {
    reason: 'Se fue la luz.',
  }),
  'PUT /api/classes/{id}/series/teacher': {
    says: administrators,
    call: async (community, person) => {
      const { id: teacherId } = await community.person({ role: 'teacher', verified: true });
      return onSeries('PUT', 'series/teacher', { whose: null, body: { teacherId } })(community, person);
    },
  },
  'PUT /api/classes/{id}/offer': {
    says: organisers,
    call: offerClass('own'),
    anothers: { says: refusedToMembers, call: offerClass(null) },
  },
  'PUT /api/classes/{id}/series/offer': {
    says: organisers,
    call: offerSeries('own'),
    anothers: { says: refusedToMembers, call: offerSeries(null) },
  },
  'POST /api/classes/offers/{id}/answer': {
    says: organisers,
    call: onOffer('POST', '/answer', 'to', { accepted: true }),
    anothers: {
      says: notTheirs,
      call: onOffer('POST', '/answer', null, { accepted: true }),
    },
  },
  'DELETE /api/classes/offers/{id}': {
    says: organisers,
    call: onOffer('DELETE', '', 'from'),
    anothers: {
      says: notTheirs,
      call: onOffer('DELETE', '', null),
    },
  },
};

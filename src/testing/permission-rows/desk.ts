import { get, organisers, type PolicyRow } from '../permission-row.ts';

/** The lists of a teacher's desk, each of the teacher's own classes alone. */
export const deskRows: Record<string, PolicyRow> = {
  'GET /api/classes/offers': { says: organisers, call: get('/api/classes/offers') },
  'GET /api/classes/new-students': { says: organisers, call: get('/api/classes/new-students') },
  'GET /api/classes/own-reviews': { says: organisers, call: get('/api/classes/own-reviews') },
};

import {
  administrators,
  everybody,
  get,
  members,
  type PolicyRow,
  post,
  wrongForMembers,
} from '../permission-row.ts';
import { goodPassword } from '../sign-in.ts';

export const privacyRows: Record<string, PolicyRow> = {
  'POST /api/privacy/export': { says: members, call: post('/api/privacy/export') },
  'GET /api/privacy/policies/{name}': { says: everybody, call: get('/api/privacy/policies/terms') },
  'PUT /api/privacy/policies/{name}': {
    says: administrators,
    async call({ db }) {
      const written = await db
        .selectFrom('policyVersions')
        .select(({ fn }) => fn.max('version').as('last'))
        .where('name', '=', 'terms')
        .where('locale', '=', 'es')
        .executeTakeFirst();
      const body = { locale: 'es', text: 'Nuestras reglas.', version: written?.last ?? 0 };
      return { method: 'PUT', path: '/api/privacy/policies/terms', body };
    },
  },
  'GET /api/privacy/deletion': { says: members, call: get('/api/privacy/deletion') },
  'POST /api/privacy/deletion': {
    says: members,
    async call({ authentication, db }, person) {
      if (person) {
        const { password: hasher } = await authentication.$context;
        const password = await hasher.hash(goodPassword);
        const method = { userId: person.id, providerId: 'credential', accountId: person.id, password };
        await db.insertInto('signInMethods').values(method).execute();
      }
      const body = { password: goodPassword, typed: person?.email ?? 'ana@example.org' };
      return { method: 'POST', path: '/api/privacy/deletion', body };
    },
    // With another person's address typed.
    anothers: {
      says: wrongForMembers,
      call: post('/api/privacy/deletion', { password: 'x', typed: 'ana@example.org' }),
    },
  },
};

import { coinRules } from '#features/coins/contract.ts';
import type { PolicyRow } from '../permission-row.ts';
import { administrators, everybody, get, members } from '../permission-row.ts';

/** The numbers as they stand, so that no test after it finds others. */
const settings = {
  rules: coinRules.slice(0, 1).map((rule) => ({ rule, amount: 1, dailyMost: 5 })),
  monthlyCeiling: 250_000,
  mostShields: 2,
  holidayDays: 14,
  daysBetweenHolidays: 30,
};

export const coinRows: Record<string, PolicyRow> = {
  'GET /api/coins/wallet': { says: members, call: get('/api/coins/wallet') },
  'GET /api/coins/ways-to-earn': { says: everybody, call: get('/api/coins/ways-to-earn') },
  'GET /api/coins/referral': { says: members, call: get('/api/coins/referral') },
  'GET /api/coins/settings': { says: administrators, call: get('/api/coins/settings') },
  'PUT /api/coins/settings': {
    says: administrators,
    call: () => ({ method: 'PUT', path: '/api/coins/settings', body: settings }),
  },
  'GET /api/coins/ledger': { says: members, call: get('/api/coins/ledger') },
};

import { sql } from 'kysely';
import type { OwnData } from '#server/own-data/own-data.ts';

export const storeData: OwnData = {
  parts: [
    {
      name: 'orders',
      by: ['orders.user_id'],
      rows: (userId) => sql`
        select id::text as key, id, item_id, price, status, note, settled_at, created_at
        from orders where user_id = ${userId}`,
    },
    {
      name: 'certificates',
      by: ['certificates.user_id'],
      rows: (userId) => sql`
        select id::text as key, code, shown_name, language, level, issued_at
        from certificates where user_id = ${userId}`,
    },
  ],
};

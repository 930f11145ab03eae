import { sql } from 'kysely';
import type { OwnData } from '#server/own-data/own-data.ts';

export const coinData: OwnData = {
  parts: [
    {
      name: 'coins',
      by: ['wallets.user_id', 'sumicoins_ledger.user_id'],
      rows: (userId) => sql`
        select lpad(sequence::text, 10, '0') as key, sequence, amount, balance_after, transaction_type, description,
          created_at
        from sumicoins_ledger where user_id = ${userId}`,
    },
  ],
};

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { everyOwnData } from '../../../every-own-data.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { plansOf } from '../../../testing/plans-of.ts';
import { fillForPerson } from '../../../testing/rows/fill-for-person.ts';

let community: Community;
let leaver: Person;
beforeAll(async () => {
  community = await newCommunity({ untrueRows: 'a row of the person in every table' });
  leaver = await community.person({ role: 'teacher', verified: true });
  await fillForPerson(community, leaver, await community.person({ role: 'admin' }));
});
afterAll(() => community.close());

/** Tables that are read from end to end, and why they stay small. */
const short: Record<string, string> = {
  class_rules: 'it has one row',
  mail_outbox: 'it holds letters until they have gone',
  sessions: 'the administrators in force are looked up in all of them only while there are few',
  sms_outbox: 'it holds text messages until they have gone',
};

it('deleting an account reads by indexes every table that grows with the community', async () => {
  const ctx = await community.ctxFor(leaver);
  const plans = await community.db.connection().execute(async (db) => {
    // So small a community is read faster without; this leaves reads for which there is no index.
    await sql`set enable_seqscan = off`.execute(db);
    return plansOf({ ...ctx, db }, (listening) =>
      inTransaction(listening, async (inside) => {
        for (const { erase } of everyOwnData.toReversed()) {
          await erase?.(inside, {
            userId: leaver.id,
            provedEmail: leaver.email,
            image: null,
          });
        }
      }),
    );
  });
  expect(plans.length).toBeGreaterThan(30);
  const read = plans.flatMap((plan) =>
    [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table = '']) => table),
  );
  expect([...new Set(read)].sort()).toEqual(Object.keys(short).sort());
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../../testing/community.ts';
import { forgetProviderEvents } from './forget-provider-events.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('forgetProviderEvents deletes events that came 90 days ago, in portions, and keeps the others', async () => {
  const { db } = community;
  const now = new Date('2026-11-20T12:00:00Z');
  community.setNow(now);
  // More than one portion of old ones.
  await sql`insert into provider_events (provider, event_id, kind, received_at)
    select 'stripe', 'evt_old_' || n, 'invoice.paid', ${now}::timestamptz - interval '91 days'
    from generate_series(1, 10001) n`.execute(db);
  await sql`insert into provider_events (provider, event_id, kind, received_at)
    values ('stripe', 'evt_repeated', 'invoice.paid', ${now}::timestamptz - interval '89 days')`.execute(db);
  await forgetProviderEvents.run(await community.ctxFor());
  const left = await db.selectFrom('providerEvents').select('eventId').execute();
  expect(left).toEqual([{ eventId: 'evt_repeated' }]);
});

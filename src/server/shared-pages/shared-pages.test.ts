import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { connect } from '../db/connect.ts';
import { type Follower, followEvents } from '../events/follow-events.ts';
import { createLog } from '../log.ts';
import { leaseMs, SharedPages } from './shared-pages.ts';

let community: Community;
let follower: Follower;
let elapsed: number;
let pages: SharedPages;
const mostBytes = 100_000;
const now = new Date('2026-11-02T12:00:00Z');

beforeAll(async () => {
  community = await newCommunity();
  follower = await followEvents(community.db, community.address, createLog('silent'));
});
afterAll(async () => {
  await follower.stop();
  await community.close();
});
beforeEach(() => {
  elapsed = 0;
  pages = new SharedPages(follower, mostBytes, { monotonic: () => performance.now() + elapsed });
});

/** A page of the store's prices, read from the database; counts how often. */
function prices(
  parts: { pages?: SharedPages; key?: string; userId?: string; at?: Date; expiresAt?: Date | null } = {},
) {
  const { key = 'prices', userId = null, at = now, expiresAt = null } = parts;
  return (parts.pages ?? pages).get({ key, tables: ['store_items'], userId, now: at }, async () => {
    reads++;
    const { rows } = await sql<{ price: number }>`select price from store_items order by id limit 1`.execute(
      community.db,
    );
    return { value: rows[0]?.price, expiresAt };
  });
}
let reads = 0;
beforeEach(() => {
  reads = 0;
});

/** Changes a price by SQL alone: the trigger writes the event, and no NOTIFY is sent. */
async function changePrice(): Promise<number> {
  const { rows } = await sql<{ price: number }>`update store_items set price = price + 1
    where id = (select id from store_items order by id limit 1) returning price`.execute(community.db);
  return rows[0]?.price ?? 0;
}

describe('SharedPages', () => {
  it('reads a page once for all requests that arrive meanwhile, and for later ones', async () => {
    const together = await Promise.all([prices(), prices(), prices()]);
    expect(new Set(together.map(({ packed }) => packed)).size).toBe(1);
    expect((await prices()).packed).toBe(together[0]?.packed);
    expect(reads).toBe(1);
  });

  it('answers a page that is older than a change no longer once the process has looked at the events', async () => {
    await prices();
    const price = await changePrice();
    await follower.look();
    expect((await prices()).value).toBe(price);
  });

  it('answers no page older than the lease where no NOTIFY ever arrives', async () => {
    await prices();
    const price = await changePrice();
    elapsed = leaseMs + 1;
    expect((await prices()).value).toBe(price);
  });

  it('answers a member who has just written no page older than that write', async () => {
    await prices();
    const price = await changePrice();
    pages.noteWrite('the writer');
    expect((await prices({ userId: 'the writer' })).value).toBe(price);
  });

  it('keeps no page that a table changed under while it was read', async () => {
    const slow = pages.get({ key: 'slow', tables: ['store_items'], userId: null, now }, async () => {
      await changePrice();
      await follower.look();
      return { value: 'read before the change', expiresAt: null };
    });
    expect((await slow).value).toBe('read before the change');
    const again = await pages.get({ key: 'slow', tables: ['store_items'], userId: null, now }, async () => ({
      value: 'read after it',
      expiresAt: null,
    }));
    expect(again.value).toBe('read after it');
  });

  it('keeps a page only until the clock makes it wrong', async () => {
    const expiresAt = new Date(now.getTime() + 60_000);
    await prices({ expiresAt });
    await prices({ at: new Date(expiresAt.getTime() - 1) });
    expect(reads).toBe(1);
    await prices({ at: expiresAt });
    expect(reads).toBe(2);
  });

  it('keeps no page whose read failed, and hands the failure to every request that waited', async () => {
    const fail = () =>
      pages.get({ key: 'failing', tables: ['store_items'], userId: null, now }, async () => {
        throw new Error('away');
      });
    const both = await Promise.allSettled([fail(), fail()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await prices({ key: 'failing' })).value).toBeTypeOf('number');
  });

  it('stays within its memory: the pages that were used least recently make room', async () => {
    const page = (key: string) =>
      pages.get({ key, tables: ['store_items'], userId: null, now }, async () => {
        reads++;
        return { value: 'x'.repeat(5000), expiresAt: null };
      });
    for (let n = 0; n < 40; n++) {
      await page('used all the time');
      await page(`page ${n}`);
    }
    expect(reads).toBe(41);
    expect(pages.size).toBeLessThanOrEqual(mostBytes);
    await page('page 0');
    expect(reads).toBe(42);
  });

  it('answers what it keeps where each look at the events takes longer than the lease', async () => {
    const monotonic = () => performance.now() + elapsed;
    let lookedAt = monotonic();
    const look = async () => {
      const begun = monotonic();
      await follower.look();
      elapsed += 2 * leaseMs;
      lookedAt = begun;
    };
    const slow = new SharedPages({ ...follower, look, lookedAt: () => lookedAt }, mostBytes, { monotonic });
    for (let request = 0; request < 3; request++) {
      await prices({ pages: slow });
      elapsed += 2 * leaseMs;
    }
    expect(reads).toBe(1);
    const price = await changePrice();
    expect((await prices({ pages: slow })).value).toBe(price);
  });

  it('answers nothing that it keeps while it cannot look at the events', async () => {
    const connection = connect(community.address, { poolSize: 1 });
    const alone = await followEvents(connection.db, community.address, createLog('silent'));
    const cut = new SharedPages(alone, mostBytes, { monotonic: () => performance.now() + elapsed });
    await prices({ pages: cut });
    await connection.close();
    const price = await changePrice();
    elapsed = leaseMs + 1;
    expect((await prices({ pages: cut })).value).toBe(price);
    await alone.stop();
  });
});

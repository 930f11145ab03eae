import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { listStoreItems } from '#features/store/contract.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { makeFolder } from '../../testing/postgres/embedded-database.ts';
import { type ReplicaScene, replicaScene } from '../../testing/processes/replica-scene.ts';
import { urlOf } from '../../testing/processes/standby-scene.ts';
import { openDatabaseProxy } from '../../testing/stand-ins/open-database-proxy.ts';
import { connect } from '../db/connect.ts';
import { type LogPosition, readLogPosition } from '../db/log-position.ts';
import { followEvents } from '../events/follow-events.ts';
import { createLog } from '../log.ts';
import { SharedPages } from '../shared-pages/shared-pages.ts';
import { checkReplica, readIdentity } from './check-replica.ts';
import { describeReplica } from './describe-replica.ts';
import { followReplica } from './follow-replica.ts';

/** Everything here waits for a state, on a busy machine too. */
const patiently = { timeout: 200_000, interval: 20 };
const timeoutMs = 300_000;
const folders = { one: makeFolder({ finished: afterAll }), two: makeFolder({ finished: afterAll }) };
const token = 'a-token-of-the-operator-long-enough';

let scene: ReplicaScene;
let community: Community;
/** A process that keeps shared pages and reads them on the standby; that of the community itself keeps none. */
let keeping: Community['request'];
let admin: Person;
let student: Person;
beforeAll(async () => {
  scene = await replicaScene(folders);
  community = await newCommunity({ database: { url: scene.url }, metricsToken: token });
  admin = await community.person({ role: 'admin' });
  student = await community.person();
  await scene.follow();
  keeping = await community.anotherProcess({ sharedPages: true, replica: scene.url });
}, timeoutMs);
afterAll(async () => {
  await community?.close();
  await scene?.stop();
}, timeoutMs);

/** A figure of the process that keeps pages. */
async function figure(name: string): Promise<number> {
  const answer = await keeping(null, 'GET', '/metrics', undefined, { authorization: `Bearer ${token}` });
  const line = (await answer.text()).split('\n').find((it) => it.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}
const readThere = () => figure('sumi_shared_reads_total{database="replica"}');
const readHere = () => figure('sumi_shared_reads_total{database="primary"}');
const follows = () => figure('sumi_replica_processes{state="follows"}');

/** By SQL alone, which sends no NOTIFY. */
async function changePrice(): Promise<number> {
  const { rows } = await sql<{ price: number }>`update store_items set price = price + 1
    where id = 'custom-avatar' returning price`.execute(community.db);
  return rows[0]?.price ?? 0;
}

/** The same where a pool may still hold connections that a promotion cut: it tries the next one. */
async function changePriceAgain(): Promise<number> {
  let price = 0;
  const tried = async () => {
    price = await changePrice().catch(() => 0);
    return price;
  };
  await expect.poll(tried, patiently).toBeGreaterThan(0);
  return price;
}

/**
 * Whether a page is read on the standby; one that is busy may be too late for a page, and the next one is read there.
 */
const readsThereAgain = (before: number) => async () => {
  await changePriceAs(admin);
  return (await readThere()) > before;
};

/** A price that is changed by a request and shown to the person who changed it. */
async function changePriceAs(person: Person): Promise<void> {
  const price = (await changePrice()) + 1;
  const answer = await keeping(person, 'PATCH', '/api/store/items/custom-avatar', { price });
  expect(answer.status).toBe(200);
  expect(await priceShown(keeping, person)).toBe(price);
}

/** What the standby has. */
async function priceThere(): Promise<number> {
  const { db, close } = connect({ url: urlOf([scene.two]) }, { poolSize: 1 });
  try {
    const { rows } = await sql<{ price: number }>`select price from store_items
      where id = 'custom-avatar'`.execute(db);
    return rows[0]?.price ?? 0;
  } finally {
    await close();
  }
}

async function priceShown(request: Community['request'], person: Person | null = null): Promise<number> {
  const { items } = await answerOf(request(person, 'GET', '/api/store/items'), listStoreItems);
  return items.find(({ id }) => id === 'custom-avatar')?.price ?? 0;
}

/** Parts of a process, to be asked one by one; `position` in place of what the events say. */
async function openParts({
  url = urlOf([scene.two]),
  position,
  stuck = false,
  ...times
}: {
  url?: string;
  position?: () => LogPosition;
  /** No look at the events ends well. */
  stuck?: boolean;
  waitMs?: number;
  answerMs?: number;
} = {}) {
  const { db, close } = connect({ url: scene.url }, { poolSize: 2, waitMs: 60_000 });
  const log = createLog('silent');
  const follower = await followEvents(db, { url: scene.url }, log);
  const asked = position ?? follower.position;
  const replica = followReplica(url, {
    primary: db,
    position: asked,
    log,
    answerMs: 60_000,
    lookEveryMs: 50,
    ...times,
  });
  onTestFinished(async () => {
    await replica.stop();
    await follower.stop();
    await close();
  });
  const events = { ...follower, position: asked, ...(stuck && { lookedAt: () => 0, look: async () => {} }) };
  const pages = new SharedPages(events, 100_000, { replica });
  const readPrice = async () => {
    const about = { key: 'price', tables: ['store_items'], userId: null, now: new Date() };
    const page = await pages.get(about, async (there) => {
      const { rows } = await sql<{ price: number }>`select price from store_items
        where id = 'custom-avatar'`.execute(there ?? db);
      return { value: rows[0]?.price, expiresAt: null };
    });
    return page.value;
  };
  await expect.poll(replica.standing, patiently).toBe('follows');
  return { db, follower, replica, readPrice };
}

describe('a shared page', { timeout: timeoutMs }, () => {
  it('is read on the standby, and shows what every other process shows, while the standby falls behind too', async () => {
    const everything = async (request: Community['request']) => {
      const shown: string[] = [];
      for (const path of ['/api/store/items', '/api/videos', '/api/classes?limit=5', '/api/landing']) {
        for (const person of path === '/api/landing' ? [null] : [student, admin])
          shown.push(await (await request(person, 'GET', path)).text());
      }
      return shown;
    };
    const acts = [
      sql`update store_items set price = price + 1`,
      sql`insert into videos (title, language, level, topics, source, source_id, moderation_status)
        select 'Frase ' || n, 'en', 'basic', '{food}', 'upload', 'f' || n, 'approved' from generate_series(1, 3) n`,
      sql`insert into classes (title, description, starts_at, created_by, language)
        values ('Charla', '…', now() + interval '5 hours', ${admin.id}, 'en')`,
      sql`update videos set is_active = false where source_id = 'f2'`,
      sql`update plans set price_cents = price_cents + 100`,
      sql`update classes set title = 'Otra charla'`,
    ];
    await expect.poll(follows, patiently).toBe(1);
    for (const [nth, act] of acts.entries()) {
      const before = await readThere();
      if (nth % 2 === 1) await scene.pause();
      await act.execute(community.db);
      const fresh = await everything(community.request);
      await expect.poll(() => everything(keeping), { ...patiently, message: `${nth}` }).toEqual(fresh);
      if (nth % 2 === 1) await scene.resume();
      await expect.poll(follows, patiently).toBe(1);
      if (nth % 2 === 0) await expect.poll(readsThereAgain(before), patiently).toBe(true);
    }
  });

  it('that was told to have changed is not read where the change was not replayed', async () => {
    const { follower, replica, readPrice } = await openParts();
    await readPrice();
    await scene.pause();
    onTestFinished(() => void scene.resume());
    const price = await changePrice();
    await follower.look();
    expect(await readPrice()).toBe(price);
    expect(replica.counts()).toEqual({ replica: 1, primary: 1 });
    expect(replica.standing()).toBe('behind');
    // Behind costs the next reader nothing, also after another change.
    const next = await changePrice();
    await follower.look();
    expect(await readPrice()).toBe(next);
    await scene.resume();
    await expect.poll(replica.standing, patiently).toBe('follows');
    const last = await changePrice();
    await follower.look();
    expect(await readPrice()).toBe(last);
  });

  it('the control: is old and kept as fresh without asking how far the standby is', async () => {
    const beginning = { lsn: '0/0', timeline: 1 };
    const { follower, readPrice } = await openParts({ position: () => beginning });
    const before = await readPrice();
    await scene.pause();
    onTestFinished(() => void scene.resume());
    const price = await changePrice();
    await follower.look();
    expect(await readPrice()).toBe(before);
    await scene.resume();
    await expect.poll(priceThere, patiently).toBe(price);
    expect(await readPrice()).toBe(before);
  });

  it('waits a moment for a standby that is nearly there', async () => {
    const { follower, replica, readPrice } = await openParts({ waitMs: 100_000 });
    await scene.pause();
    const price = await changePrice();
    await follower.look();
    const reading = readPrice();
    await scene.resume();
    expect(await reading).toBe(price);
    expect(replica.counts()).toEqual({ replica: 1, primary: 0 });
  });

  it('is read on the primary while the events cannot be read', async () => {
    const { replica, readPrice } = await openParts({ stuck: true });
    expect(await readPrice()).toBeGreaterThan(0);
    expect(replica.counts()).toEqual({ replica: 0, primary: 0 });
  });

  it('shows a person at once what they have changed, and nothing to a person who lost a right, whatever the standby knows', async () => {
    const other = await community.person();
    expect((await keeping(other, 'GET', '/api/videos')).status).toBe(200);
    await scene.pause();
    onTestFinished(() => void scene.resume());
    for (let n = 0; n < 3; n++) await changePriceAs(admin);
    await sql`update users set banned_at = now() where id = ${other.id}`.execute(community.db);
    const status = async () => (await keeping(other, 'GET', '/api/videos')).status;
    await expect.poll(status, patiently).not.toBe(200);
    await scene.resume();
    await expect.poll(follows, patiently).toBe(1);
  });
});

describe('a replica', { timeout: timeoutMs }, () => {
  it('takes no writes and no locks: what tries is done on the primary', async () => {
    const { follower, replica } = await openParts();
    const tries = async (statement: string) => {
      await expect.poll(replica.standing, patiently).toBe('follows');
      return replica.read(follower.position(), (db) => sql.raw(statement).execute(db));
    };
    const readOnly = await tries('show default_transaction_read_only');
    expect(readOnly?.value.rows).toEqual([{ defaultTransactionReadOnly: 'on' }]);
    for (const statement of [
      'update store_items set price = 1',
      'select price from store_items for update',
      'select price from store_items for share',
      'lock table store_items in share mode',
    ]) {
      expect(await tries(statement), statement).toBe(null);
    }
  });

  it('of another database, or on another timeline, is not read', async () => {
    const { db } = await openParts();
    const { db: there, close } = connect({ url: urlOf([scene.two]) }, { poolSize: 1 });
    onTestFinished(close);
    const [position, ours] = [await readLogPosition(db), await readIdentity(db)];
    const standing = async (where: LogPosition, whose: typeof ours) =>
      (await checkReplica(there, where, whose)).standing;
    await expect.poll(() => standing(position, ours), patiently).toBe('follows');
    expect(await standing({ ...position, timeline: position.timeline + 1 }, ours)).toBe('stranger');
    expect(await standing(position, { ...ours, system: '1' })).toBe('stranger');
    expect(await standing(position, { ...ours, database: 1 })).toBe('stranger');
  });

  it('that stops answering costs the first reader its time limit and the next ones nothing', async () => {
    const proxy = await openDatabaseProxy({ url: urlOf([scene.two]) });
    onTestFinished(() => void proxy.close());
    const { url } = proxy.address as { url: string };
    const { follower, replica, readPrice } = await openParts({ url, answerMs: 500 });
    proxy.stall();
    const price = await changePrice();
    await follower.look();
    expect(await readPrice()).toBe(price);
    await expect.poll(replica.standing, patiently).toBe('away');
    proxy.flow();
    await expect.poll(replica.standing, patiently).toBe('follows');
  });

  it('that was killed is not missed, and is read again when it is back', async () => {
    await expect.poll(follows, patiently).toBe(1);
    const before = await readHere();
    await scene.killStandby();
    for (let n = 0; n < 3; n++) await changePriceAs(admin);
    expect(await readHere()).toBeGreaterThanOrEqual(before + 3);
    await scene.startStandby();
    await expect.poll(follows, patiently).toBe(1);
  });

  it('that was promoted is the primary from then on, and the one that comes back is read', async () => {
    const kept = await changePrice();
    await expect.poll(priceThere, patiently).toBe(kept);
    await scene.part();
    // More events than the numbers that a promotion skips are lost with the first machine.
    let lost = kept;
    for (let n = 0; n < 50; n++) lost = await changePrice();
    await expect.poll(() => priceShown(keeping), patiently).toBe(lost);
    await scene.promote();
    await expect.poll(() => figure('sumi_replica_processes{state="away"}'), patiently).toBe(1);
    const status = async (request: Community['request']) =>
      (await request(null, 'GET', '/api/store/items')).status;
    for (const request of [community.request, keeping])
      await expect.poll(() => status(request).catch(() => 0), patiently).toBe(200);
    await expect.poll(() => priceShown(keeping), patiently).toBe(kept);
    const price = await changePriceAgain();
    await expect.poll(() => priceShown(keeping), patiently).toBe(price);
    const described = async () =>
      (await describeReplica(community.db, scene.url)).map((line) => line.replace(/^\S+ /, ''));
    await expect
      .poll(() => described().catch(() => []), patiently)
      .toEqual(['away: it is not read', 'takes the writes itself']);

    await scene.followBack();
    await expect.poll(follows, patiently).toBe(1);
    const before = await readThere();
    const next = await changePriceAgain();
    await expect.poll(() => priceShown(keeping), patiently).toBe(next);
    await expect.poll(readsThereAgain(before), patiently).toBe(true);
    const [line] = await describeReplica(community.db, scene.url);
    expect(line).toMatch(/has all that was written$|behind by \d+ kB$/);
  });
});

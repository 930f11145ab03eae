import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { route, unroute } from '../route.ts';
import { expectWell, go, phone, tryAgain, visit } from '../visit.ts';

const many = 20_000;

let site: Site;
let long: Person;
let short: Person;
beforeAll(async () => {
  site = await newSite();
  [long, short] = [await site.person(), await site.person()];
  // All at once, as no life has them; the bonus was the first.
  const earn = async ({ id }: Person, times: number) => {
    await sql`
      insert into sumicoins_ledger (user_id, sequence, amount, balance_after, transaction_type, description, cause)
      select ${id}, n + 1, 1, 50 + n, 'reward', 'Un video', 'test:' || n
      from generate_series(1, ${times}::integer) n`.execute(site.db);
    await site.db
      .updateTable('wallets')
      .set({ balance: 50 + times, lastSequence: times + 1 })
      .where('userId', '=', id)
      .execute();
  };
  await earn(long, many - 1);
  await earn(short, 59);
}, 180_000);
afterAll(async () => {
  await site.close();
});

type Seen = { ms: number; elements: number; rows: number };

/** How long the ledger takes to stand there, and how much of it then does. */
async function open(person: Person): Promise<Seen> {
  const { page, end } = await visit(site, phone, person);
  await go(page, '/coins');
  const rows = page.getByRole('main').locator('section section ul > li').filter({ hasText: 'Un video' });
  await rows.first().waitFor();
  const start = Date.now();
  await page.reload();
  await rows.nth(49).waitFor();
  const ms = Date.now() - start;
  const seen = { ms, elements: await page.locator('*').count(), rows: await rows.count() };
  await end();
  return seen;
}

it('twenty thousand movements open as sixty do: the newest fifty, then more on asking', async () => {
  await open(short);
  // A busy machine delays one of the two now and then; a page that reads all of it is slow each time.
  await expect
    .poll(
      async () => {
        const few = await open(short);
        const lots = await open(long);
        expect([few.rows, lots.rows]).toEqual([50, 50]);
        expect(lots.elements - few.elements).toBeLessThan(20);
        return lots.ms - (2 * few.ms + 1000);
      },
      { timeout: 180_000 },
    )
    .toBeLessThan(0);

  const { page, end } = await visit(site, phone, long);
  await go(page, '/coins');
  const rows = page.getByRole('main').locator('section section ul > li').filter({ hasText: 'Un video' });
  await rows.nth(49).waitFor();
  await page.getByRole('button', { name: /más|anteriores/i }).click();
  await rows.nth(99).waitFor();
  await expect.poll(() => rows.count()).toBe(100);
  await expectWell(page);
  await end();
});

it('the last page is as quick to read as the first', async () => {
  const time = async (query: string) => {
    const start = performance.now();
    expect((await site.request(long, 'GET', `/api/coins/ledger${query}`)).status).toBe(200);
    return performance.now() - start;
  };
  await time('');
  await expect
    .poll(async () => {
      const first = await time('');
      const last = await time(`?cursor=${btoa('["60"]').replaceAll('=', '')}`);
      return last - (3 * first + 100);
    })
    .toBeLessThan(0);
});

it('a page that does not load is told of, also when coins move meanwhile; what stands stays, and it is tried again', async () => {
  const { page, end } = await visit(site, phone, long, { mayBreak: true });
  await go(page, '/coins');
  const rows = page.getByRole('main').locator('section section ul > li').filter({ hasText: 'Un video' });
  await rows.nth(49).waitFor();
  await route(page, '**/api/coins/ledger*', (route) => route.abort());
  const more = page.getByRole('button', { name: /más|anteriores/i });
  await more.click();
  // The hint has the list read again, which fails like the page.
  await sql`select append_to_ledger(${long.id}, 1, 'reward', 'Un video', 'test:meanwhile')`.execute(site.db);
  await sql`select pg_notify('events', '')`.execute(site.db);
  await page.getByText('No hay conexión. Revisa tu internet e intenta de nuevo.').first().waitFor();
  await expect.poll(() => rows.count()).toBe(50);
  await unroute(page, '**/api/coins/ledger*');
  await tryAgain(page);
  // Where the list was read again before the press, the button for more is back.
  await expect
    .poll(async () => {
      if ((await rows.count()) < 100) await more.click({ timeout: 1000 }).catch(() => {});
      return rows.count();
    })
    .toBeGreaterThanOrEqual(100);
  await end();
});

it('a list without further pages says that it could not be read again, keeps what stands, and is tried again', async () => {
  const person = await site.person();
  const { page, end } = await visit(site, phone, person, { mayBreak: true });
  await go(page, '/coins');
  const movements = page.getByRole('main').locator('section section');
  const rows = movements.locator('ul > li');
  await rows.first().waitFor();
  await route(page, '**/api/coins/ledger*', (route) => route.abort());
  await sql`select append_to_ledger(${person.id}, 1, 'reward', 'Un video', 'test:unread')`.execute(site.db);
  await sql`select pg_notify('events', '')`.execute(site.db);
  await page
    .getByRole('alert')
    .getByText('No hay conexión. Revisa tu internet e intenta de nuevo.')
    .waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  await unroute(page, '**/api/coins/ledger*');
  await tryAgain(page);
  await rows.nth(1).waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await end();
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Order } from './book.ts';
import { minutesAfter } from './local-time.ts';
import type { Participant } from './participants.ts';
import type { Simulation } from './simulation.ts';

const forKids = ['premium-material'] as const;
const items = ['custom-avatar', ...forKids] as const;

/** Buys something with coins, where they suffice. An administrator delivers it or gives the coins back; some wait. */
export async function orderSomething(simulation: Simulation, learner: Participant): Promise<void> {
  const { chance, book } = simulation;
  const { ok, body } = await askOnce(simulation, learner, '/api/store/orders', {
    body: { itemId: chance.pick(learner.kid ? forKids : items) },
    refusals: ['coins/too-few'],
  });
  if (!ok) return;
  const { id, price } = body.order as { id: string; price: number };
  book.orders.set(id, { buyer: learner.id, price, status: 'pending' });
  const fate = chance.next();
  if (fate > 0.9) return;
  const at = minutesAfter(simulation.now, chance.between(30, 1800));
  simulation.plan(at, () => settle(simulation, id, fate < 0.5 ? 'fulfilled' : 'refunded'));
}

/** An administrator who taps twice settles it once: the second time it is settled already. */
async function settle(simulation: Simulation, id: string, status: 'fulfilled' | 'refunded'): Promise<void> {
  const { admin } = simulation.participants;
  const order = simulation.book.orders.get(id);
  if (order?.status !== 'pending') return;
  const path = `/api/store/orders/${id}/${status === 'fulfilled' ? 'fulfil' : 'refund'}`;
  const body = status === 'fulfilled' ? {} : { reason: 'Ya no lo hacemos' };
  const { ok } = await askOnce(simulation, admin, path, { body });
  if (ok) order.status = status;
  const again = await askOnce(simulation, admin, path, { body, refusals: ['store/order-settled'] });
  if (again.ok) simulation.noteViolation(`the order ${id} was settled twice`);
}

function askOnce(
  simulation: Simulation,
  person: Participant,
  path: string,
  { body, refusals = [] }: { body: object; refusals?: readonly string[] },
) {
  const headers = { 'idempotency-key': `month-${randomUUID()}` };
  return simulation.ask(person, 'POST', path, body, { headers, refusals });
}

export type Orders = { made: number; fulfilled: number; refunded: number };

/** Compares the orders with those of the book: what each took from the ledger, and what came back. */
export async function checkOrders(simulation: Simulation): Promise<Orders> {
  const { rows } = await sql<{ id: string; buyer: string; status: string; price: number; moved: number }>`
    select orders.id, orders.user_id as buyer, status, price, (
      select coalesce(sum(amount), 0)::int from sumicoins_ledger
      where cause in ('order:' || orders.id, 'refund:' || orders.id)) as moved
    from orders where item_id <> 'streak-shield'`.execute(simulation.community.db);
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const [id, { buyer, price, status }] of simulation.book.orders) {
    const row = found.get(id);
    if (row?.buyer !== buyer || row.status !== status)
      simulation.noteViolation(`order ${id} is ${row?.status}, not ${status}`);
    const moved = status === 'refunded' ? 0 : -price;
    if (row?.moved !== moved)
      simulation.noteViolation(`order ${id}, ${status}, moved ${row?.moved} coins, not ${moved}`);
  }
  if (found.size !== simulation.book.orders.size)
    simulation.noteViolation(`${found.size} orders, the book has ${simulation.book.orders.size}`);
  const count = (status: Order['status']) => rows.filter((row) => row.status === status).length;
  return { made: rows.length, fulfilled: count('fulfilled'), refunded: count('refunded') };
}

import { sql } from 'kysely';
import { onlyRow } from '#server/db/only-row.ts';
import { insertAttended } from '../class-scene.ts';
import type { Community, Person } from '../community.ts';
import {
  administrators,
  everybody,
  get,
  members,
  organisers,
  type PolicyRow,
  post,
  refusedToMembers,
} from '../permission-row.ts';

/** A pending order; `buyer` has enough coins for every item. */
async function makeOrder({ db }: Community, { id }: Person, itemId: string): Promise<string> {
  const { rows } = await sql<{ bought: { order: { id: string } } }>`
    select buy_item(${id}, ${itemId}) as bought`.execute(db);
  return onlyRow(rows).bought.order.id;
}

const certificate = { language: 'en', level: 'basic', shownName: 'Ana Ruiz' };

/** Settles an order, of a certificate or another item, of another person or their own. */
const onOrder =
  (how: 'fulfil' | 'refund', { paper = false, own = false } = {}): PolicyRow['call'] =>
  async (community, person) => {
    const buyer = own && person ? person : await community.person({ coins: 5000 });
    if (paper && person) await insertAttended(community.db, person, buyer);
    const id = await makeOrder(community, buyer, paper ? 'level-certificate' : 'custom-avatar');
    const body = how === 'refund' ? { reason: 'No se puede.' } : paper ? { certificate } : {};
    return { method: 'POST', path: `/api/store/orders/${id}/${how}`, body };
  };

const onCertificate =
  (rest = '', own = true): PolicyRow['call'] =>
  async (community, person) => {
    const holder = own && person ? person : await community.person({ coins: 5000 });
    const teacher = await community.person({ role: 'teacher', verified: true });
    await insertAttended(community.db, teacher, holder);
    const id = await makeOrder(community, holder, 'level-certificate');
    const path = `/api/store/orders/${id}/fulfil`;
    const answer = await community.request(teacher, 'POST', path, { certificate });
    const { certificate: code } = await answer.json();
    return { method: 'GET', path: `/api/store/certificates/${code}${rest}` };
  };

export const storeRows: Record<string, PolicyRow> = {
  'GET /api/store/items': { says: everybody, call: get('/api/store/items') },
  'GET /api/store/items/all': { says: administrators, call: get('/api/store/items/all') },
  'PATCH /api/store/items/{itemId}': {
    says: administrators,
    call: () => ({ method: 'PATCH', path: '/api/store/items/premium-material', body: { price: 300 } }),
  },
  'GET /api/store/orders': { says: members, call: get('/api/store/orders') },
  'POST /api/store/orders': {
    says: members,
    call: post('/api/store/orders', { itemId: 'premium-material' }),
  },
  'GET /api/store/orders/all': { says: organisers, call: get('/api/store/orders/all') },
  // A verified teacher may confirm levels of their students for certificates; other orders and every refund are for
  // administrators.
  'POST /api/store/orders/{id}/fulfil': {
    says: organisers,
    call: onOrder('fulfil', { paper: true }),
    anothers: { says: administrators, call: onOrder('fulfil') },
  },
  'POST /api/store/orders/fulfil': {
    says: administrators,
    call: async (community) => {
      const buyer = await community.person({ coins: 5000 });
      const ids = [await makeOrder(community, buyer, 'custom-avatar')];
      return { method: 'POST', path: '/api/store/orders/fulfil', body: { ids } };
    },
  },
  'POST /api/store/orders/{id}/refund': {
    says: administrators,
    call: onOrder('refund'),
    // The second row is about the administrator's own order, which they may not settle.
    anothers: { says: refusedToMembers, call: onOrder('refund', { own: true }) },
  },
  'GET /api/store/certificates/{code}': { says: everybody, call: onCertificate() },
  'GET /api/store/certificates/{code}/pdf': {
    says: members,
    call: onCertificate('/pdf'),
    anothers: { says: administrators, call: onCertificate('/pdf', false) },
  },
};

import type { Community, Person } from '../community.ts';
import {
  absentForMembers,
  administrators,
  conflictForMembers,
  everybody,
  get,
  members,
  type PolicyRow,
  post,
} from '../permission-row.ts';

type Facts = { status?: 'pending' | 'completed' | 'refunded' };

/** A payment at the test provider of that person, or of another person when a visitor asks. */
async function payment(
  { db, person: join }: Community,
  person: Person | null,
  { status = 'pending' }: Facts = {},
): Promise<string> {
  const { id: userId } = person ?? (await join());
  const { id } = await db
    .insertInto('payments')
    .values({
      userId,
      kind: 'membership',
      tier: 'basic',
      amountCents: 1000,
      platformShareCents: 1000,
      method: 'card',
      provider: 'test',
      status,
      expiresAt: new Date('2099-01-01'),
      ...(status !== 'pending' && { completedAt: new Date() }),
      // Its refund failed at the provider.
      ...(status === 'refunded' && {
        refundWantedAt: new Date(),
        refundedAt: new Date(),
        refundFailedAt: new Date(),
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('testCheckouts')
    .values({ ref: id, title: 'Sumi', amountCents: 1000, currency: 'USD', offersVoucher: false })
    .execute();
  await db.updateTable('payments').set({ checkoutRef: id }).where('id', '=', id).execute();
  return id;
}

function onPayment(
  method: string,
  rest: string,
  whose: 'own' | 'anothers',
  body: unknown = {},
): PolicyRow['call'] {
  return async (community, person) => {
    const id = await payment(community, whose === 'own' ? person : null);
    const path = rest.replace('{id}', id);
    return { method, path, ...(method === 'POST' && { body }) };
  };
}

function own(method: string, path: string, body?: unknown): PolicyRow {
  return {
    says: members,
    call: onPayment(method, path, 'own', body),
    anothers: { says: absentForMembers, call: onPayment(method, path, 'anothers', body) },
  };
}

/** The person with the plan that allows the operation: none, or one that renews. */
function onPlan(path: string, plan: 'none' | 'renews' | 'cancelled', body: unknown = {}): PolicyRow['call'] {
  return async ({ db }, person) => {
    if (person) {
      await db.deleteFrom('userMemberships').where('userId', '=', person.id).execute();
      if (plan !== 'none') await subscribe(db, person.id, plan === 'cancelled');
    }
    return { method: 'POST', path, body };
  };
}

async function subscribe(db: Community['db'], userId: string, cancelled: boolean): Promise<void> {
  const ref = crypto.randomUUID();
  const endsAt = new Date('2099-01-01');
  await db
    .insertInto('subscriptions')
    .values({ ref, provider: 'test', userId, tier: 'premium', paidUntil: endsAt })
    .execute();
  await db
    .insertInto('userMemberships')
    .values({
      userId,
      tier: 'premium',
      endsAt,
      subscriptionRef: ref,
      ...(cancelled && { cancelledAt: new Date() }),
    })
    .execute();
}

function onSeat(whose: 'own' | null): PolicyRow['call'] {
  return async ({ db, person: join }, person) => {
    if (person) await db.deleteFrom('userMemberships').where('userId', '=', person.id).execute();
    const teacher = whose && person ? person : await join({ role: 'teacher', verified: true });
    const { id } = await db
      .insertInto('classes')
      .values({
        title: 'Una clase',
        description: 'De prueba',
        startsAt: new Date('2099-05-04'),
        requiredTier: 'vip',
        createdBy: teacher.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { method: 'POST', path: `/api/classes/${id}/seat-checkout`, body: {} };
  };
}

/** The statement of another teacher. */
const anothersEarnings =
  (path: string, rest = ''): PolicyRow['call'] =>
  async ({ person: join }) => {
    const { id } = await join({ role: 'teacher', verified: true });
    return { method: 'GET', path: `${path}?teacherId=${id}${rest}` };
  };

/** A teacher who is owed 7 dollars. */
async function teacherOwed({ db, person: join }: Community): Promise<string> {
  const { id: teacherId } = await join({ role: 'teacher', verified: true });
  await db
    .insertInto('payments')
    .values({
      userId: (await join()).id,
      kind: 'single',
      amountCents: 1000,
      teacherId,
      teacherShareCents: 700,
      platformShareCents: 300,
      method: 'card',
      provider: 'test',
      status: 'completed',
      completedAt: new Date(),
    })
    .execute();
  return teacherId;
}

export const paymentRows: Record<string, PolicyRow> = {
  'GET /api/payments': { says: administrators, call: get('/api/payments') },
  'GET /api/payments/totals': { says: administrators, call: get('/api/payments/totals') },
  'GET /api/payments/export.csv': { says: administrators, call: get('/api/payments/export.csv') },
  'GET /api/payments/mine': { says: members, call: get('/api/payments/mine') },
  'GET /api/payments/{id}': own('GET', '/api/payments/{id}'),
  'POST /api/payments/{id}/check': own('POST', '/api/payments/{id}/check'),
  'POST /api/payments/{id}/drop': own('POST', '/api/payments/{id}/drop'),
  'GET /api/payments/test/{id}': own('GET', '/api/payments/test/{id}'),
  'POST /api/payments/test/{id}': own('POST', '/api/payments/test/{id}', { outcome: 'declined' }),
  'POST /api/payments/manual': {
    says: administrators,
    call: async ({ person: join }) => {
      const { id: personId } = await join();
      const body = { personId, kind: 'membership', tier: 'basic', amountCents: 300, method: 'cash' };
      return { method: 'POST', path: '/api/payments/manual', body };
    },
  },
  'POST /api/payments/{id}/refund': {
    says: administrators,
    call: async (community) => {
      const id = await payment(community, null, { status: 'completed' });
      return { method: 'POST', path: `/api/payments/${id}/refund`, body: { reason: 'De prueba' } };
    },
  },
  'POST /api/payments/{id}/given-back': {
    says: administrators,
    call: async (community) => {
      const id = await payment(community, null, { status: 'refunded' });
      const body = { method: 'cash', reason: 'De prueba' };
      return { method: 'POST', path: `/api/payments/${id}/given-back`, body };
    },
  },
  'GET /api/payments/earnings': {
    says: members,
    call: get('/api/payments/earnings'),
    anothers: { says: administrators, call: anothersEarnings('/api/payments/earnings') },
  },
  'GET /api/payments/earnings.csv': {
    says: members,
    call: get('/api/payments/earnings.csv'),
    anothers: { says: administrators, call: anothersEarnings('/api/payments/earnings.csv') },
  },
  'GET /api/payments/earnings/seats': {
    says: members,
    call: get('/api/payments/earnings/seats?month=2026-11'),
    anothers: {
      says: administrators,
      call: anothersEarnings('/api/payments/earnings/seats', '&month=2026-11'),
    },
  },
  'GET /api/payments/payouts': {
    says: members,
    call: get('/api/payments/payouts'),
    anothers: { says: administrators, call: anothersEarnings('/api/payments/payouts') },
  },
  'GET /api/payments/owed': { says: administrators, call: get('/api/payments/owed') },
  'GET /api/payments/owed.csv': { says: administrators, call: get('/api/payments/owed.csv') },
  'POST /api/payments/payouts': {
    says: administrators,
    call: async (community) => ({
      method: 'POST',
      path: '/api/payments/payouts',
      body: { teacherId: await teacherOwed(community), amountCents: 700, currency: 'USD' },
    }),
  },
  'POST /api/payments/payouts/{id}/reversal': {
    says: administrators,
    call: async (community) => {
      const teacherId = await teacherOwed(community);
      const { id } = await community.db
        .insertInto('teacherPayouts')
        .values({ teacherId, amountCents: 700, currency: 'USD', paidAt: new Date(), recordedBy: teacherId })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { method: 'POST', path: `/api/payments/payouts/${id}/reversal`, body: {} };
    },
  },
  'GET /api/payments/seat-price': { says: everybody, call: get('/api/payments/seat-price') },
  'PUT /api/payments/seat-price': {
    says: administrators,
    call: () => ({
      method: 'PUT',
      path: '/api/payments/seat-price',
      body: { priceCents: 300, currency: 'USD' },
    }),
  },
  // The signature is wrong, so every person is refused, whatever their session.
  'POST /api/payments/webhooks/stripe': {
    says: {
      visitor: 400,
      student: 400,
      'pending teacher': 400,
      'verified teacher': 400,
      administrator: 400,
    },
    call: post('/api/payments/webhooks/stripe'),
  },

  'GET /api/memberships/mine': { says: members, call: get('/api/memberships/mine') },
  'POST /api/memberships/mine/checkout': {
    says: members,
    call: onPlan('/api/memberships/mine/checkout', 'none', { tier: 'basic' }),
  },
  'POST /api/memberships/mine/change': {
    says: members,
    call: onPlan('/api/memberships/mine/change', 'renews', { tier: 'basic' }),
  },
  'POST /api/memberships/mine/cancel': {
    says: members,
    call: onPlan('/api/memberships/mine/cancel', 'renews'),
  },
  'POST /api/memberships/mine/resume': {
    says: members,
    call: onPlan('/api/memberships/mine/resume', 'cancelled'),
  },
  'PUT /api/memberships/plans/{tier}': {
    says: administrators,
    call: () => ({ method: 'PUT', path: '/api/memberships/plans/basic', body: { priceCents: 1000 } }),
  },
  'POST /api/classes/{id}/seat-checkout': {
    says: members,
    call: onSeat(null),
    anothers: {
      says: conflictForMembers,
      call: onSeat('own'),
    },
  },
};

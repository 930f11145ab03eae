import type { Db } from '#server/db/connect.ts';
import type { SeededRandom } from '../../../../src/testing/seeded-random.ts';
import { payAtStripe } from '../../../../src/testing/stand-ins/stripe-books.ts';
import type { ExternalServices } from '../servers/external-services.ts';
import type { Answered } from './ask.ts';
import type { Book, Outcome } from './book.ts';
import type { Member } from './fixtures.ts';
import { keyOf, type Request } from './writes.ts';

type Sender = (request: Request) => Promise<Answered>;

/**
 * A student begins to pay for a plan; the payment provider tells of it, also several times or out of order, or says
 * that it is paid when it is not. Once a message about a payment that was made is acknowledged, the student has the
 * plan; of a payment that was not made they never get it.
 */
export async function payByCard(
  {
    db,
    externalServices,
    book,
    send,
  }: { db: Db; externalServices: ExternalServices; book: Book; send: Sender },
  by: Member,
  chance: SeededRandom,
): Promise<void> {
  const isPaid = chance.happens(0.7);
  const messages = chance.between(1, 3);
  const call = { method: 'POST', path: '/api/memberships/mine/checkout', body: { tier: 'basic' } };
  const begun = await send({ name: 'begin to pay', by, call });
  if (begun.status !== 200) return;
  const { paymentId } = JSON.parse(begun.text) as { paymentId: string };
  const ref = await findCheckout(db, paymentId);
  // The database may be away for the siege too; then this student goes home.
  if (!ref) return;
  if (isPaid) payAtStripe(externalServices.stripe.books, ref, new Date());
  let outcome: Outcome = isPaid ? 'unknown' : 'acknowledged';
  for (let nth = 0; nth < messages; nth++) {
    const { rawBody, signature } = externalServices.stripe.event('checkout.session.completed', { id: ref });
    const answer = await send({
      name: isPaid ? 'tell of a payment' : 'tell of a payment that was not made',
      by: null,
      call: {
        method: 'POST',
        path: '/api/payments/webhooks/stripe',
        body: new Uint8Array(Buffer.from(rawBody)),
        headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      },
    });
    if (answer.status === 200) outcome = 'acknowledged';
  }
  book.note([[keyOf('settled', paymentId), isPaid ? 'with its plan' : null]], outcome);
}

async function findCheckout(db: Db, paymentId: string): Promise<string | null> {
  try {
    const payment = await db
      .selectFrom('payments')
      .select('checkoutRef')
      .where('id', '=', paymentId)
      .executeTakeFirst();
    return payment?.checkoutRef ?? null;
  } catch {
    return null;
  }
}

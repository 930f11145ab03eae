import type { Api } from '#server/http/api.ts';
import { mount } from '#server/http/mount.ts';
import { serve } from '#server/http/serve.ts';
import { serveDownload } from '#server/http/serve-download.ts';
import { serveStream } from '#server/http/serve-stream.ts';
import { checkPayment } from './checkout/check-payment.ts';
import { decideTestCheckout } from './checkout/decide-test-checkout.ts';
import { dropPayment } from './checkout/drop-payment.ts';
import { readTestCheckout } from './checkout/read-test-checkout.ts';
import { receiveWebhook } from './checkout/receive-webhook.ts';
import { recordPayment } from './checkout/record-payment.ts';
import * as contract from './contract.ts';
import { exportAllEarnings } from './earnings/export-all-earnings.ts';
import { exportEarnings } from './earnings/export-earnings.ts';
import { listEarningsSeats } from './earnings/list-earnings-seats.ts';
import { listOwed } from './earnings/list-owed.ts';
import { listPayouts } from './earnings/list-payouts.ts';
import { readEarnings } from './earnings/read-earnings.ts';
import { recordPayout } from './earnings/record-payout.ts';
import { reversePayout } from './earnings/reverse-payout.ts';
import { exportPayments } from './export-payments.ts';
import type { PaymentProviders } from './payment-providers.ts';
import { readSeatPrice } from './prices/read-seat-price.ts';
import { setSeatPrice } from './prices/set-seat-price.ts';
import { listOwnPayments, listPayments, readOwnPayment, readTotals } from './reads.ts';
import { giveBackOtherwise } from './refunds/give-back-otherwise.ts';
import { refundPayment } from './refunds/refund-payment.ts';

const sheet = 'text/csv; charset=utf-8';

export function paymentRoutes(providers: PaymentProviders) {
  return (api: Api): void => {
    serve(api, contract.listPayments, (ctx, { query }) => listPayments(ctx, query));
    serve(api, contract.readTotals, (ctx, { query }) => readTotals(ctx, query));
    serve(api, contract.listOwnPayments, (ctx, { query }) => listOwnPayments(ctx, query));
    serve(api, contract.readEarnings, (ctx, { query }) => readEarnings(ctx, query));
    serve(api, contract.listEarningsSeats, (ctx, { query }) => listEarningsSeats(ctx, query));
    serve(api, contract.listOwed, (ctx) => listOwed(ctx));
    serve(api, contract.listPayouts, (ctx, { query }) => listPayouts(ctx, query));
    serve(api, contract.recordPayout, (ctx, { body, idempotencyKey }) =>
      recordPayout(ctx, body, idempotencyKey),
    );
    serve(api, contract.reversePayout, (ctx, { params }) => reversePayout(ctx, params.id));
    serve(api, contract.readSeatPrice, (ctx) => readSeatPrice(ctx));
    serve(api, contract.setSeatPrice, (ctx, { body }) => setSeatPrice(ctx, body));
    serve(api, contract.recordPayment, (ctx, { body, idempotencyKey }) =>
      recordPayment(ctx, providers, body, idempotencyKey),
    );
    serve(api, contract.readTestCheckout, (ctx, { params }) => readTestCheckout(ctx, providers, params.id));
    serve(api, contract.decideTestCheckout, (ctx, { params, body }) =>
      decideTestCheckout(ctx, providers, params.id, body.outcome),
    );
    serveStream(api, contract.exportPayments, { type: sheet, fileName: 'pagos.csv' }, (ctx, { query }) =>
      exportPayments(ctx, query),
    );
    serveDownload(api, contract.exportEarnings, sheet, async (ctx, { query }) => ({
      content: await exportEarnings(ctx, query),
      fileName: 'ingresos.csv',
    }));
    serveDownload(api, contract.exportAllEarnings, sheet, async (ctx, { headOnly }) => ({
      content: await exportAllEarnings(ctx, { isRecorded: !headOnly }),
      fileName: 'ingresos-de-profesores.csv',
    }));
    // After the fixed paths, which would otherwise match as an id.
    serve(api, contract.readOwnPayment, (ctx, { params }) => readOwnPayment(ctx, params.id));
    serve(api, contract.checkPayment, (ctx, { params }) => checkPayment(ctx, providers, params.id));
    serve(api, contract.dropPayment, (ctx, { params }) => dropPayment(ctx, providers, params.id));
    serve(api, contract.refundPayment, (ctx, { params, body }) => refundPayment(ctx, params.id, body.reason));
    serve(api, contract.giveBackOtherwise, (ctx, { params, body, idempotencyKey }) =>
      giveBackOtherwise(ctx, providers, { ...body, ...params }, idempotencyKey),
    );

    // The signature is over the raw bytes, so it is checked before the text is parsed.
    const taken = {
      description: 'Taken.',
      type: 'application/json',
      schema: contract.receiveStripeWebhook.answer,
    };
    mount(api, contract.receiveStripeWebhook, taken, async (c) => {
      const rawBody = await c.req.text();
      const signature = c.req.header('stripe-signature');
      await receiveWebhook(c.get('ctx'), providers, providers.find('stripe'), rawBody, signature);
      return c.json({ received: true });
    });
  };
}

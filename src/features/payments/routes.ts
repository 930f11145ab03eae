import type { Context } from 'hono';
import { stream } from 'hono/streaming';
import type { StreamingApi } from 'hono/utils/stream';
import type { Api } from '#server/http/api.ts';
import type { ApiEnv } from '#server/http/api-env.ts';
import { limitBody } from '#server/http/limit-body.ts';
import { serve } from '#server/http/serve.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { decideTestCheckout, readTestCheckout } from './checkout/decide-test-checkout.ts';
import { checkPayment, dropPayment } from './checkout/drop-payment.ts';
import { receiveWebhook } from './checkout/receive-webhook.ts';
import { recordPayment } from './checkout/record-payment.ts';
import * as contract from './contract.ts';
import { earningsCsv, exportPayments } from './export-payments.ts';
import type { Till } from './payment-till.ts';
import { readEarnings } from './read-earnings.ts';
import { listOwnPayments, listPayments, readOwnPayment, readTotals } from './reads.ts';
import { refundPayment } from './refunds/refund-payment.ts';
import { readSeatPrice, setSeatPrice } from './set-seat-price.ts';

export function paymentRoutes(till: Till) {
  return (api: Api): void => {
    serve(api, contract.listPayments, (ctx, { query }) => listPayments(ctx, query));
    serve(api, contract.readTotals, (ctx, { query }) => readTotals(ctx, query));
    serve(api, contract.listOwnPayments, (ctx, { query }) => listOwnPayments(ctx, query));
    serve(api, contract.readEarnings, (ctx, { query }) => readEarnings(ctx, query));
    serve(api, contract.readSeatPrice, (ctx) => readSeatPrice(ctx));
    serve(api, contract.setSeatPrice, (ctx, { body }) => setSeatPrice(ctx, body));
    serve(api, contract.recordPayment, (ctx, { body, idempotencyKey }) =>
      recordPayment(ctx, till, body, idempotencyKey),
    );
    serve(api, contract.readTestCheckout, (ctx, { params }) => readTestCheckout(ctx, till, params.id));
    serve(api, contract.decideTestCheckout, (ctx, { params, body }) =>
      decideTestCheckout(ctx, till, params.id, body.outcome),
    );
    api.get(contract.exportPath, (c) => {
      const pieces = exportPayments(c.get('ctx'), queryOf(c, contract.paymentFilters));
      nameFile(c, 'pagos.csv');
      const write = async (out: StreamingApi) => {
        for await (const piece of pieces) await out.write(piece);
      };
      return stream(c, write, async (error) => {
        c.get('ctx').log.error({ err: error }, 'an export broke off');
      });
    });
    api.get(contract.earningsExportPath, async (c) => {
      const csv = earningsCsv(await readEarnings(c.get('ctx'), queryOf(c, contract.earningsQuery)));
      nameFile(c, 'ingresos.csv');
      return c.body(csv);
    });
    // After the names, which would be taken for an id.
    serve(api, contract.readOwnPayment, (ctx, { params }) => readOwnPayment(ctx, params.id));
    serve(api, contract.checkPayment, (ctx, { params }) => checkPayment(ctx, till, params.id));
    serve(api, contract.dropPayment, (ctx, { params }) => dropPayment(ctx, till, params.id));
    serve(api, contract.refundPayment, (ctx, { params, body }) => refundPayment(ctx, params.id, body.reason));

    // Its signature is over the bytes as they were sent; nobody parses them before that is checked.
    api.post('/api/payments/webhooks/stripe', limitBody, async (c) => {
      const rawBody = await c.req.text();
      const signature = c.req.header('stripe-signature');
      await receiveWebhook(c.get('ctx'), till, till.find('stripe'), rawBody, signature);
      return c.json({ received: true });
    });
  };
}

type Schema<T> = { safeParse(given: unknown): { success: true; data: T } | { success: false } };

function queryOf<T>(c: Context<ApiEnv>, schema: Schema<T>): T {
  const read = schema.safeParse(c.req.query());
  if (!read.success) throw new Refusal(commonRefusals.badInput);
  return read.data;
}

function nameFile(c: Context<ApiEnv>, name: string): void {
  c.header('Content-Type', 'text/csv; charset=utf-8');
  c.header('Content-Disposition', `attachment; filename="${name}"`);
}

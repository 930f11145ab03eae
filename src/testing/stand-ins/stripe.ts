import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { answerAsStripe, newBooks, type StripeBooks, StripeRefusal } from './stripe-books.ts';

/**
 * A failure of a request. `act-twice` is that of a proxy that sends it on twice: with an idempotency key it has one
 * effect all the same.
 */
export type Fault =
  | 'server-error'
  | 'too-many'
  | 'stall'
  | 'cut-after-acting'
  | 'error-after-acting'
  | 'act-twice';

export type StripeStandIn = {
  port: number;
  books: StripeBooks;
  /** Every request that was received, as `POST /v1/refunds`. */
  asked: string[];
  /** The failures of the next requests, in order; without one, as with null, a request succeeds. */
  faults: (Fault | null)[];
  /** While it is true, every request is answered with 500. */
  down: boolean;
  /** An event about an object, with a signature header as of Stripe. `at` is its time in seconds. */
  event(
    type: string,
    object: Record<string, unknown>,
    more?: { id?: string; at?: number; secret?: string },
  ): {
    rawBody: string;
    signature: string;
  };
  close(): Promise<void>;
};

export const standInSecrets = { secretKey: 'sk_test_standin', webhookSecret: 'whsec_standin' };

/**
 * Starts a stand-in for the part of Stripe that Sumi uses, which Stripe's own client talks to. It keeps objects,
 * honours idempotency keys as Stripe does (a repeated key gets the first answer, and other input with the key is an
 * error), and fails as a test says.
 */
export async function startStripeStandIn(clock: () => Date): Promise<StripeStandIn> {
  const books = newBooks();
  const answered = new Map<string, { body: string; status: number; answer: string }>();
  const server = createServer((request, response) => {
    receive(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  const standIn: StripeStandIn = {
    port: 0,
    books,
    asked: [],
    faults: [],
    down: false,
    event(type, object, { id = `evt_${randomUUID()}`, at, secret = standInSecrets.webhookSecret } = {}) {
      const rawBody = JSON.stringify({ id, object: 'event', type, data: { object } });
      const timestamp = at ?? Math.floor(Date.now() / 1000);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload: rawBody, secret, timestamp });
      return { rawBody, signature };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const body = await readBody(request);
    standIn.asked.push(`${method} ${url.split('?')[0]}`);
    const fault = standIn.down ? 'server-error' : standIn.faults.shift();
    if (fault === 'stall') return;
    if (fault === 'server-error' || fault === 'too-many') {
      return send(response, fault === 'too-many' ? 429 : 500, failure('api_error', fault));
    }
    const key = request.headers['idempotency-key'];
    const first = typeof key === 'string' ? answered.get(key) : undefined;
    if (first && first.body !== body) {
      return send(response, 400, failure('idempotency_error', 'keys_reused'));
    }
    if (fault === 'act-twice' && typeof key !== 'string') ask(method, url, body);
    const { status, answer } = first ?? ask(method, url, body);
    if (typeof key === 'string') answered.set(key, { body, status, answer });
    if (fault === 'cut-after-acting') return void response.destroy();
    if (fault === 'error-after-acting') return send(response, 500, failure('api_error', fault));
    send(response, status, answer);
  }

  function ask(method: string, url: string, body: string): { status: number; answer: string } {
    try {
      const result = answerAsStripe(
        books,
        method,
        new URL(url, 'http://stripe'),
        new URLSearchParams(body),
        clock(),
      );
      return { status: 200, answer: JSON.stringify(result) };
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return { status: error.status, answer: failure('invalid_request_error', error.code) };
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  standIn.port = (server.address() as AddressInfo).port;
  return standIn;
}

function send(response: ServerResponse, status: number, answer: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
}

function failure(type: string, code: string): string {
  return JSON.stringify({ error: { type, code, message: code } });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';
import { type Breakage, breakProduct } from './broken-products.ts';
import type { Order, Place } from './orders.ts';

// Loaded into a server process before the product (`node --import`). It changes nothing that the product does, but lets
// the siege kill the process at a named place, move its clock, send its calls to stand-ins and count its memory.

let armed: { place: Place; nth: number } | null = null;
let clockAheadMs = 0;

/** Ends the process as `kill -9` does, when it comes to that place for the nth time. */
function pass(place: Place): void {
  if (armed?.place !== place) return;
  armed.nth -= 1;
  if (armed.nth <= 0) process.kill(process.pid, 'SIGKILL');
}

const asked = pg.Client.prototype.query as (...given: unknown[]) => unknown;
pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
  const [first] = given;
  const text = typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? '');
  if (text === 'begin') pass('before-begin');
  if (text === 'commit') pass('before-commit');
  if (/^insert into/.test(text)) pass('before-insert');
  const answer = asked.apply(this, given);
  if (answer instanceof Promise) {
    answer.then(
      () => {
        if (/ for (no key )?update/.test(text)) pass('after-lock');
        if (/append_to_ledger|buy_item/.test(text)) pass('after-debit');
        if (text === 'commit') pass('after-commit');
      },
      () => {},
    );
  }
  return answer;
} as typeof pg.Client.prototype.query;

const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (date, given, target) =>
    Reflect.construct(date, given.length > 0 ? given : [RealDate.now() + clockAheadMs], target),
  get: (date, name) => (name === 'now' ? () => RealDate.now() + clockAheadMs : Reflect.get(date, name, date)),
});

const { SIEGE_GOOGLE = '', SIEGE_STRIPE = '', SIEGE_BROKEN = '' } = process.env;

const reach = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (!url.hostname.endsWith('googleapis.com')) return reach(input, init);
  return reach(new URL(`${url.pathname}${url.search}`, `http://127.0.0.1:${SIEGE_GOOGLE}`), init);
};

const secureRequest = https.request as (...given: unknown[]) => http.ClientRequest;
https.request = ((given: http.RequestOptions, ...rest: never[]) => {
  if (given.host !== 'api.stripe.com') return secureRequest(given, ...rest);
  const { method, path, headers, timeout } = given;
  return http.request(
    { host: '127.0.0.1', port: Number(SIEGE_STRIPE), method, path, headers, timeout },
    ...rest,
  );
}) as typeof https.request;
syncBuiltinESMExports();

if (SIEGE_BROKEN) await breakProduct(SIEGE_BROKEN as Breakage);

process.on('message', (order: Order) => {
  if (order.is === 'arm') armed = order;
  if (order.is === 'break') void breakProduct(order.breakage);
  if (order.is === 'leap') clockAheadMs = order.aheadMs;
  if (order.is === 'count') {
    globalThis.gc?.();
    process.send?.({ heapBytes: process.memoryUsage().heapUsed });
  }
});
// A siege that ends leaves no server behind.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();

import cluster, { type Worker } from 'node:cluster';
import { existsSync, readdirSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { getHeapCodeStatistics, writeHeapSnapshot } from 'node:v8';
import { breakProduct } from './break-product.ts';
import type { Breakage } from './broken-products.ts';
import type { ControlMessage, Failpoint, ResourceUsage, ServerReport } from './control-messages.ts';
import { withClass } from './find-in-build.ts';

// Loaded into a server process, and into each of its workers, before the product (`node --import`). It changes nothing
// that the product does, but lets the siege kill the process at a failpoint, move its clock, send its calls to
// stand-ins and measure its memory.

const say = (message: ServerReport) => void process.send?.(cluster.isWorker ? { siege: message } : message);

let armed: { failpoint: Failpoint; nth: number } | null = null;
let clockAheadMs = 0;

/** Ends the process as `kill -9` does, when it comes to that failpoint for the nth time. */
function reach(failpoint: Failpoint): void {
  if (armed?.failpoint !== failpoint) return;
  armed.nth -= 1;
  if (armed.nth <= 0) process.kill(process.pid, 'SIGKILL');
}

/** The statements at failpoints: a process comes to one before it is sent, or once it is answered. */
const statements: readonly { failpoint: Failpoint; is: RegExp; after?: true }[] = [
  { failpoint: 'before-begin', is: /^begin$/ },
  { failpoint: 'before-commit', is: /^commit$/ },
  { failpoint: 'before-insert', is: /^insert into/ },
  { failpoint: 'after-lock', is: / for (no key )?update/, after: true },
  { failpoint: 'after-debit', is: /append_to_ledger|buy_item/, after: true },
  { failpoint: 'after-commit', is: /^commit$/, after: true },
  { failpoint: 'import-between-draft-and-rows', is: /insert into duolingo_rankings/ },
  {
    failpoint: 'import-while-going-live',
    is: /^update "cup_boards" set "status" = \$\d+, "live_at"/,
    after: true,
  },
  { failpoint: 'sign-up-after-user', is: /^insert into "users"/, after: true },
  { failpoint: 'role-after-taking-away', is: /^delete from "user_roles"/, after: true },
  { failpoint: 'class-before-calendar-job', is: /^update "classes" set "calendar_event_id"/ },
  { failpoint: 'refund-before-coins', is: /append_movements|append_to_ledger/ },
  { failpoint: 'deletion-half-way', is: /^delete from "sign_in_methods"/, after: true },
];

withClass('Client', (Client) => {
  const asked = Client.prototype.query;
  Client.prototype.query = function query(...given) {
    const [first] = given;
    const text = typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? '');
    const there = armed && statements.find(({ failpoint }) => failpoint === armed?.failpoint);
    const comes = there?.is.test(text) ? there : null;
    if (comes && !comes.after) reach(comes.failpoint);
    const answer = asked.apply(this, given);
    if (comes?.after && answer instanceof Promise) {
      answer.then(
        () => reach(comes.failpoint),
        () => {},
      );
    }
    return answer;
  };
  say({ is: 'found', name: 'Client' });
});
withClass('Streams', () => say({ is: 'found', name: 'Streams' }));

const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (date, given, target) =>
    Reflect.construct(date, given.length > 0 ? given : [RealDate.now() + clockAheadMs], target),
  get: (date, name) => (name === 'now' ? () => RealDate.now() + clockAheadMs : Reflect.get(date, name, date)),
});

const { SIEGE_GOOGLE = '', SIEGE_STRIPE = '', SIEGE_BROKEN = '' } = process.env;

// What is neither a stand-in nor this machine does not answer: no siege asks real services.
const isHere = (host: string | null | undefined) => /^(127\.|localhost$|\[?::1)/.test(host ?? 'localhost');
const nowhere = { host: '127.0.0.1', port: 9 };

const realFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (isHere(url.hostname)) return realFetch(input, init);
  const port =
    url.hostname.endsWith('googleapis.com') && !/youtube/.test(url.href) ? SIEGE_GOOGLE : nowhere.port;
  return realFetch(new URL(`${url.pathname}${url.search}`, `http://127.0.0.1:${port}`), init);
};

const secureRequest = https.request as (...given: unknown[]) => http.ClientRequest;
https.request = ((given: http.RequestOptions | string | URL, ...rest: never[]) => {
  const options = typeof given === 'string' || given instanceof URL ? null : given;
  if (options && isHere(options.host ?? options.hostname)) return secureRequest(given, ...rest);
  const { method, path, headers, timeout } = options ?? {};
  const to = options?.host === 'api.stripe.com' ? { host: '127.0.0.1', port: Number(SIEGE_STRIPE) } : nowhere;
  const after = rest.filter((one) => typeof one === 'function');
  return http.request({ ...to, method, path, headers, timeout }, ...(after as never[]));
}) as typeof https.request;
syncBuiltinESMExports();

if (SIEGE_BROKEN) breakProduct(SIEGE_BROKEN as Breakage);

function measure(): ResourceUsage {
  // Any other collection leaves V8 the pages that a busy moment took, a hundred megabytes of them, and hides a leak.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { heapUsed, rss: rssBytes } = process.memoryUsage();
  const { code_and_metadata_size: code, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics();
  const heapBytes = heapUsed - code - bytecode;
  const folder = '/proc/self/fd';
  return { heapBytes, rssBytes, descriptors: existsSync(folder) ? readdirSync(folder).length : null };
}

/** Does what this process alone is told. */
function apply(message: ControlMessage): void {
  if (message.is === 'arm') armed = message;
  if (message.is === 'break') breakProduct(message.breakage);
  if (message.is === 'skew-clock') clockAheadMs = message.aheadMs;
  if (message.is === 'write-heap')
    writeHeapSnapshot(path.join(message.folder, `${process.pid}.heapsnapshot`));
}

const workers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

/** What a worker holds; null for one that ends before it answers. */
function askUsage(worker: Worker): Promise<ResourceUsage | null> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve(null));
    worker.on('message', ({ siege }: { siege?: ServerReport }) => {
      if (siege?.is === 'usage') resolve(siege.usage[0] ?? null);
    });
    worker.send({ siege: { is: 'measure' } satisfies ControlMessage });
  });
}

/** The process that the siege started: what it is told goes to its workers too. */
function followSiege(): void {
  process.on('message', async (message: ControlMessage) => {
    if (message.is === 'measure') {
      const ofWorkers = await Promise.all(workers().map(askUsage));
      return say({ is: 'usage', usage: [measure(), ...ofWorkers.filter((usage) => usage !== null)] });
    }
    const all = workers();
    // One process dies at a failpoint, not each that comes to it.
    const [first] = message.is === 'arm' && all.length > 0 ? [all[message.nth % all.length]] : [];
    if (first) return void first.send({ siege: message });
    apply(message);
    for (const worker of all) worker.send({ siege: message });
  });
  cluster.on('message', (_worker, { siege }: { siege?: ServerReport }) => {
    if (siege?.is === 'found') say(siege);
  });
  const tell =
    (does: 'serve' | 'end') =>
    ({ process: { pid = 0 } }: Worker, _code?: unknown, signal?: unknown) =>
      say({ is: 'worker', pid, does, signal: typeof signal === 'string' ? signal : null });
  cluster.on('listening', (worker) => tell('serve')(worker));
  cluster.on('exit', tell('end'));
  // A siege that ends leaves no server behind.
  process.on('disconnect', () => process.exit(1));
  process.channel?.unref();
}

if (cluster.isPrimary) followSiege();
else {
  process.on('message', ({ siege }: { siege?: ControlMessage }) => {
    if (siege?.is === 'measure') say({ is: 'usage', usage: [measure()] });
    else if (siege) apply(siege);
  });
}

import type { APIResponse, CDPSession, Page } from 'playwright-core';

/** A glob as Playwright reads it, or a pattern for addresses below `/api/`. */
type Address = string | RegExp;

type Answer = { status?: number; contentType?: string; body?: string; json?: unknown };

/** A request of a page that waits for its route's word. */
export type Route = {
  method: string;
  url: string;
  /** What it sends; empty without a body. */
  body: string;
  /** Answers it in place of the server. */
  fulfill(answer: Answer): Promise<void>;
  /** Breaks it off, as without a network. */
  abort(): Promise<void>;
  /** Leaves it to the route before this one, else to the server. */
  fallback(): Promise<void>;
  /** What the server answers a GET request for the same address. */
  fetch(): Promise<APIResponse>;
};

type Handler = (route: Route) => unknown;
type Paused = { requestId: string; request: { url: string; method: string; postData?: string } };

type Routes = { session: CDPSession; all: { address: Address; handler: Handler }[] };

const routesOf = new WeakMap<Page, Routes>();

/**
 * Has `handler` answer the page's requests for an address; of several routes the newest is asked first. In place of
 * Playwright's `page.route`, which stops every request of the page and switches its cache off: each page load then
 * fetches and compiles the whole product again, which takes twice the time.
 */
export async function route(page: Page, address: Address, handler: Handler): Promise<void> {
  const routes = await makeRoutable(page);
  routes.all.unshift({ address, handler });
  await pause(routes);
}

/** Takes back the routes of an address. What still waits for their word goes to the server. */
export async function unroute(page: Page, address: Address): Promise<void> {
  const routes = routesOf.get(page);
  if (!routes) return;
  routes.all = routes.all.filter((it) => String(it.address) !== String(address));
  await pause(routes);
}

/** Takes back every route of the page. */
export async function unrouteAll(page: Page): Promise<void> {
  const routes = routesOf.get(page);
  if (!routes) return;
  routes.all = [];
  await pause(routes);
}

/**
 * Lets routes of this page be in force at once. For a page that is open already Chromium has to change how it fetches,
 * and what the page asks for in that moment may still reach the server: it is told before the page's first address.
 */
export async function makeRoutable(page: Page): Promise<Routes> {
  const registered = routesOf.get(page);
  if (registered) return registered;
  const session = await page.context().newCDPSession(page);
  const routes: Routes = { session, all: [] };
  routesOf.set(page, routes);
  session.on('Fetch.requestPaused', (paused) => {
    const { url } = paused.request;
    const handlers = routes.all.filter(({ address }) => matches(url, address)).map(({ handler }) => handler);
    void ask(page, session, paused, handlers);
  });
  await pause(routes);
  return routes;
}

async function pause({ session, all }: Routes): Promise<void> {
  const addresses = all.map(({ address }) =>
    typeof address === 'string' ? address.replaceAll('**', '*') : '*/api/*',
  );
  // An empty list would mean every address.
  const patterns = ['https://no-route.invalid/', ...addresses].map((urlPattern) => ({ urlPattern }));
  await session.send('Fetch.enable', { patterns });
}

function matches(url: string, address: Address): boolean {
  if (typeof address !== 'string') return address.test(url);
  const parts = address.split('**').map((part) => part.split('*').map(literally).join('[^/]*'));
  return new RegExp(`^${parts.join('.*')}$`).test(url);
}

const literally = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

async function ask(page: Page, session: CDPSession, paused: Paused, handlers: Handler[]): Promise<void> {
  const { requestId, request } = paused;
  const [handler, ...others] = handlers;
  // A page that was left meanwhile has no such request any more.
  const gone = () => {};
  if (!handler) return session.send('Fetch.continueRequest', { requestId }).then(gone, gone);
  await handler({
    method: request.method,
    url: request.url,
    body: request.postData ?? '',
    fulfill({ status = 200, json, body = JSON.stringify(json), contentType = 'application/json' }) {
      const answer = {
        requestId,
        responseCode: status,
        responseHeaders: [{ name: 'content-type', value: contentType }],
        body: Buffer.from(body).toString('base64'),
      };
      return session.send('Fetch.fulfillRequest', answer).then(gone, gone);
    },
    abort() {
      const failure = { requestId, errorReason: 'InternetDisconnected' } as const;
      return session.send('Fetch.failRequest', failure).then(gone, gone);
    },
    fallback: () => ask(page, session, paused, others),
    fetch: () => page.context().request.get(request.url),
  });
}

// Opens Sumi without a connection, and shows push messages, also while Sumi is closed. It keeps the application's files
// and no answer of the server: those are kept by the page, and go with their owner (src/web/offline/kept-answers.ts).

const files = 'sumi-files';
/** At this address the server has the document that every page of the application can begin with; here it stands under it too. */
const shell = '/shell';
/** A build has about 200 files, of which a person opens a half. */
const mostFiles = 300;
/** Where a connection is that carries nothing, a page is not waited for longer. In milliseconds. */
const patience = 5000;
/** How long an open window has to answer that it goes to an address by itself. In milliseconds. */
const answerMs = 2000;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  // The browser asks for a page while this worker wakes up.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate' && isOfApplication(pathname)) event.respondWith(openPage(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(openFile(event));
});

/** The landing page, in any language, is written by the server, and files and answers are no pages. */
function isOfApplication(pathname) {
  return (
    !/^\/(..|healthz)?$/.test(pathname) &&
    !/^\/(api|media|previews)\//.test(pathname) &&
    !/\.\w+$/.test(pathname)
  );
}

async function openPage(event) {
  const asked = Promise.resolve(event.preloadResponse).then((preloaded) => preloaded ?? fetch(event.request));
  const tooLong = new Promise((resolve) => setTimeout(resolve, patience));
  const page = await Promise.race([asked, tooLong]).catch(() => undefined);
  // A proxy answers in place of a server that is being replaced.
  if (!page || [502, 503, 504].includes(page.status)) return (await findKept(shell)) ?? asked;
  if (page.ok && isDocument(page)) event.waitUntil(keepShell(page));
  return page;
}

/** An answer that is opened by its address is none, whatever the address: every page would begin with it. */
function isDocument(page) {
  return page.headers.get('content-type')?.startsWith('text/html') ?? false;
}

/**
 * A page that was led elsewhere, or written for its address or its reader, is none that stands for the others. The files
 * that it names are kept first: where the connection breaks meanwhile, the version before stays whole.
 */
async function keepShell(page) {
  const standsForAll = !page.redirected && !page.headers.has('sumi-written-for');
  const begins = standsForAll ? page.clone() : await fetch(shell);
  if (!begins.ok) return;
  await dropOldest();
  const named = new Set((await begins.clone().text()).match(/\/assets\/[\w.-]+/g));
  const cache = await caches.open(files);
  const kept = await Promise.all([...named].map((name) => cache.match(name)));
  await cache.addAll([...named].filter((_name, at) => !kept[at]));
  await cache.put(shell, begins);
}

/** A file's name changes with its content. */
async function openFile(event) {
  const kept = await findKept(event.request);
  if (kept) return kept;
  const file = await fetch(event.request);
  if (file.ok) event.waitUntil(keep(event.request, file.clone()));
  return file;
}

async function findKept(name) {
  const cache = await caches.open(files);
  return cache.match(name);
}

async function keep(name, response) {
  const cache = await caches.open(files);
  await cache.put(name, response);
}

/** Once a visit, and not after each of its hundred files. */
async function dropOldest() {
  const cache = await caches.open(files);
  const names = await cache.keys();
  // The oldest come first. A file that many builds have in common is one of them, so the visit keeps it again.
  await Promise.all(names.slice(0, -mostFiles).map((old) => cache.delete(old)));
}

self.addEventListener('push', (event) => {
  const { id, title = 'Sumi', body = '', link = '/notifications', lang = 'es' } = event.data?.json() ?? {};
  // The same notice sent twice replaces itself, without a second sound.
  const shown = self.registration.showNotification(title, { body, lang, tag: id, data: { link } });
  event.waitUntil(shown);
});

// A page says that the member has left: what the device shows names people and hours of theirs, and a tap on it would
// open its page in the session of the next person.
self.addEventListener('message', (event) => {
  if (event.data === 'left') event.waitUntil(closeShown());
});

async function closeShown() {
  for (const notice of await self.registration.getNotifications()) notice.close();
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotice(event.notification));
});

/** Opens what a push message is about, and marks its notice as read, as a tap on it in the bell does. */
async function openNotice({ tag, data }) {
  const { href, origin } = new URL(data?.link ?? '/', self.location.origin);
  if (origin !== self.location.origin) return;
  const marked = tag && fetch(`/api/notifications/${tag}/read`, { method: 'POST' }).catch(() => {});
  await open(href);
  await marked;
}

/** In a window of Sumi that is open, otherwise in a new one. */
async function open(address) {
  const [first] = await self.clients.matchAll({ type: 'window' });
  if (!first) return self.clients.openWindow(address);
  // A browser that does not let a worker move the focus shows the place without it.
  await first.focus().catch(() => {});
  if (first.url === address || (await goesThere(first, address))) return;
  return first.navigate(address).catch(() => self.clients.openWindow(address));
}

/**
 * Whether a page goes there by its router (`use-tapped-notice.ts` of notifications), which asks before typed text is
 * lost. A page of the server's, or of a visitor, does not answer.
 */
function goesThere(page, address) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(resolve, answerMs, false);
    page.postMessage({ open: address.slice(self.location.origin.length) }, [port2]);
  });
}

// The browser's push service has given the browser another address, or taken the old one away.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain()));

/**
 * Subscribes again for the person who turned push messages on in this browser (`device-owner.ts` of notifications), under
 * their session. Where it has ended, or is another person's, which the server refuses, a page does it once they are back.
 */
async function subscribeAgain() {
  const kept = await caches.match('/device-owner', { cacheName: 'sumi-device' });
  if (!kept) return;
  const person = await kept.text();
  const asked = await fetch('/api/notifications/choices');
  if (!asked.ok) return;
  const { pushKey } = await asked.json();
  const options = { userVisibleOnly: true, applicationServerKey: pushKey };
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(options)).toJSON();
  await fetch('/api/notifications/devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys, person }),
  });
}

import { keptOffline } from '#shared/operation.ts';
import { CallError } from '../api/call-error.ts';
import { pageAtRest } from '../page-at-rest.ts';
import { storedText } from '../stored-text.ts';

// A person's last answers, in the browser's Cache Storage, for when there is no connection. The server says which it
// may keep (`offline` in an operation's contract). Without Cache Storage, which old browsers and addresses without
// TLS lack, nothing is kept.

const cacheName = 'sumi-answers';
const mostAnswers = 150;
const readAt = 'sumi-read-at';
const timeoutMs = 3000;
/** How long an answer is waited for before a kept one is looked for, and once kept ones are shown. In milliseconds. */
const patience = { first: 3000, whileShown: 1000 };

/** Whose answers these are. */
const owner = storedText(() => localStorage, 'sumi.keptFor');
/** What is not written yet. Before a person is known it waits for them, and for a visitor it is never written. */
const unwritten = new Map<string, Response>();
let person: string | null = null;
let isWriteDue = false;

/** When the oldest of the kept answers on the screen was given, or null while the server answers. */
let shownSince: string | null = null;
const listeners = new Set<() => void>();

export function readShownSince(): string | null {
  return shownSince;
}

/** Reads the kept answers on the screen from the server; called when it answers again. */
let readAgain: () => void = () => {};
/** In milliseconds. On a network where only some requests arrive, it is not read again with each of them. */
const betweenReadings = 10_000;
let isReadingDue = false;
let lastReading = 0;

export function onReachedAgain(listener: () => void): () => void {
  readAgain = listener;
  return () => {
    readAgain = () => {};
  };
}

/** For `useSyncExternalStore`. */
export function onShownSince(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps what the server answered, if it may be kept, beside the page, which waits for nothing. */
export function saveAnswer(address: string, response: Response, text: string): void {
  if (shownSince) readAgainSoon();
  const [name, value] = keptOffline;
  if (response.headers.get(name) !== value || !('caches' in globalThis)) return;
  const headers = { 'content-type': 'application/json', [readAt]: new Date().toISOString() };
  if (unwritten.size >= mostAnswers && !unwritten.has(address)) return;
  unwritten.set(address, new Response(text, { headers }));
  writeSoon();
}

/**
 * One request was answered. Other kept answers may still be on the screen, so they are asked for again. Those that fail
 * say once more since when they are out of date.
 */
function readAgainSoon(): void {
  if (isReadingDue) return;
  isReadingDue = true;
  setTimeout(
    () => {
      isReadingDue = false;
      lastReading = Date.now();
      show(null);
      readAgain();
    },
    Math.max(0, lastReading + betweenReadings - Date.now()),
  );
}

/**
 * Writes once the browser has nothing else to do, all at once: each answer by itself, as it came, kept a slow phone
 * from drawing for 0.1 s while a page loaded. A page that is left or put away writes at once, because it may not come
 * back.
 */
function writeSoon(): void {
  if (isWriteDue || person === null) return;
  isWriteDue = true;
  document.addEventListener('visibilitychange', write, { once: true });
  void pageAtRest().then(write);
}

function write(): void {
  isWriteDue = false;
  if (person === null || unwritten.size === 0) return;
  const answers = [...unwritten];
  unwritten.clear();
  put(answers).catch(breakNothing);
}

async function put(answers: readonly (readonly [string, Response])[]): Promise<void> {
  const cache = await caches.open(cacheName);
  await Promise.all(answers.map(([address, answer]) => cache.put(address, answer)));
  const oldest = (await cache.keys()).slice(0, -mostAnswers);
  await Promise.all(oldest.map((address) => cache.delete(address)));
}

/**
 * Fails once an answer has been waited for long enough to look for a kept one: on a network that carries nothing, a
 * request fails after 20 s. Where the server has just answered again it may be slow, so what is read again gets longer.
 */
export function silence(): Promise<never> {
  const { first, whileShown } = patience;
  const ms = shownSince ? whileShown : Math.max(first, lastReading + betweenReadings - Date.now());
  return new Promise((_resolve, reject) => {
    setTimeout(reject, ms, new CallError({ status: 0, code: 'slow' }));
  });
}

/**
 * The text of the last stored answer of this address, or null. Once one was returned, the page says since when it is
 * out of date. Also null while the server can be reached, as what was `asked` or `/healthz` shows: then only this
 * request failed, and the page says so and offers to try again. While kept answers are shown it cannot be reached.
 */
export async function findKeptAnswer(address: string, asked: Promise<unknown>): Promise<string | null> {
  if (!('caches' in globalThis)) return null;
  const isReached = () => Promise.race([asked.then(() => true, isServerReached), isServerReached()]);
  if (!shownSince && (await isReached())) return null;
  const kept = await caches.match(address, { cacheName }).catch(() => undefined);
  if (!kept) return null;
  const at = kept.headers.get(readAt);
  if (at && (!shownSince || at < shownSince)) show(at);
  return kept.text();
}

let asking: Promise<boolean> | null = null;

/** Asked once for all requests that fail together. A proxy answers in place of a server that it cannot reach. */
function isServerReached(): Promise<boolean> {
  asking ??= fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
    .then(
      ({ ok }) => ok,
      () => false,
    )
    .finally(() => {
      asking = null;
    });
  return asking;
}

/** What another person was answered in this browser goes. `userId` is null for a visitor, for whom nothing is kept. */
export function keepAnswersOf(userId: string | null): void {
  if (userId === null || (person !== null && person !== userId)) unwritten.clear();
  person = userId;
  if (!('caches' in globalThis)) return;
  const isAnothers = owner.read() !== userId;
  if (userId === null) owner.forget();
  else owner.keep(userId);
  if (isAnothers) caches.delete(cacheName).catch(breakNothing);
  if (unwritten.size > 0) writeSoon();
}

/** A full or refused storage breaks nothing that a person does. */
function breakNothing(): void {}

function show(since: string | null): void {
  if (shownSince === since) return;
  shownSince = since;
  for (const listener of listeners) listener();
}

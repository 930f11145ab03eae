import { keptOffline } from '#shared/operation.ts';
import { storedText } from '../stored-text.ts';

// A person's last answers, in the browser's Cache Storage, for when there is no connection. The server says which it
// may keep (`offline` in an operation's contract). Without Cache Storage, which old browsers and addresses without
// TLS lack, nothing is kept.

const cacheName = 'sumi-answers';
const mostAnswers = 150;
const readAt = 'sumi-read-at';
const patienceMs = 3000;

/** Whose answers these are. */
const owner = storedText(() => localStorage, 'sumi.keptFor');
/** What this page was answered before it knew to whom, in the order of asking; null once a person is known. */
let early: Map<string, Response> | null = new Map();

/** When the oldest of the kept answers on the screen was given, or null while the server answers. */
let shownSince: string | null = null;
const listeners = new Set<() => void>();

export function readShownSince(): string | null {
  return shownSince;
}

/** For `useSyncExternalStore`. */
export function onShownSince(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps what the server answered, if it may be kept, beside the page, which waits for nothing. */
export function keepAnswer(address: string, response: Response, text: string): void {
  show(null);
  const [name, value] = keptOffline;
  if (response.headers.get(name) !== value || !('caches' in globalThis)) return;
  const headers = { 'content-type': 'application/json', [readAt]: new Date().toISOString() };
  const answer = new Response(text, { headers });
  if (!early) put(address, answer).catch(breakNothing);
  else if (early.size < mostAnswers) early.set(address, answer);
}

async function put(address: string, answer: Response): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(address, answer);
  const [oldest] = (await cache.keys()).slice(0, -mostAnswers);
  if (oldest) await cache.delete(oldest);
}

/**
 * The text of the last answer at this address, or null where none is kept. From now on the page is one of the past. Also
 * null while the server can be reached: a request that failed alone is told of and tried again.
 */
export async function findKeptAnswer(address: string): Promise<string | null> {
  if (!('caches' in globalThis) || (await isServerReached())) return null;
  const kept = await caches.match(address, { cacheName }).catch(() => undefined);
  if (!kept) return null;
  const at = kept.headers.get(readAt);
  if (at && (!shownSince || at < shownSince)) show(at);
  return kept.text();
}

let asking: Promise<boolean> | null = null;

/** Asked once for all requests that fail together. */
function isServerReached(): Promise<boolean> {
  asking ??= fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      asking = null;
    });
  return asking;
}

/** What another person was answered in this browser goes. `userId` is null for a visitor, for whom nothing is kept. */
export function keepAnswersOf(userId: string | null): void {
  const answered = early ?? new Map<string, Response>();
  early = userId === null ? new Map() : null;
  if (!('caches' in globalThis)) return;
  const isAnothers = owner.read() !== userId;
  if (userId === null) owner.forget();
  else owner.keep(userId);
  replace(isAnothers, userId === null ? [] : [...answered]).catch(breakNothing);
}

async function replace(isAnothers: boolean, answered: readonly [string, Response][]): Promise<void> {
  if (isAnothers) await caches.delete(cacheName);
  for (const [address, answer] of answered) await put(address, answer);
}

/** A full or refused storage breaks nothing that a person does. */
function breakNothing(): void {}

function show(since: string | null): void {
  if (shownSince === since) return;
  shownSince = since;
  for (const listener of listeners) listener();
}

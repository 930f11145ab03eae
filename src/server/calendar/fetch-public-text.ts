import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { CalendarError } from './calendar.ts';
import { isPublicAddress } from './public-address.ts';
import { readRetryAfter } from './retry-after.ts';

export type Found = { address: string; family: number };

export type FetchLimits = {
  /** Every address a name stands for. */
  resolve: (hostname: string) => Promise<Found[]>;
  /** Whether an address may be reached. */
  mayReach: (address: string) => boolean;
  maxBytes: number;
  /** For everything together: names, redirects and the text. */
  timeoutMs: number;
  maxRedirects: number;
};

const limits: FetchLimits = {
  resolve: (hostname) => lookup(hostname, { all: true }),
  mayReach: isPublicAddress,
  maxBytes: 2_000_000,
  timeoutMs: 10_000,
  maxRedirects: 3,
};

/**
 * Reads a text over http or https, from the open internet only: each name is resolved once, all it stands for is
 * checked, and the connection goes to what was checked, also after a redirect. Throws a `CalendarError`, which
 * never quotes the address: it may be a secret.
 */
export async function fetchPublicText(address: string, given: Partial<FetchLimits> = {}): Promise<string> {
  const how = { ...limits, ...given };
  const signal = AbortSignal.timeout(how.timeoutMs);
  let url = new URL(address);
  for (let redirects = 0; redirects <= how.maxRedirects; redirects++) {
    const answer = await open(url, await placeOf(url, how, signal), signal);
    const status = answer.statusCode ?? 0;
    const next = status >= 300 && status < 400 ? answer.headers.location : undefined;
    if (next === undefined) {
      if (status === 200) return readText(answer, how.maxBytes);
      answer.destroy();
      throw refusedWith(status, answer.headers['retry-after']);
    }
    answer.destroy();
    url = follow(url, next);
  }
  throw lasting('it leads from one address to another without end');
}

function follow(from: URL, location: string): URL {
  if (!URL.canParse(location, from.href)) throw lasting('it leads to something that is no address');
  const to = new URL(location, from);
  if (to.protocol !== 'https:' && to.protocol !== from.protocol)
    throw lasting('it leads to an unsafe address');
  return to;
}

async function placeOf(url: URL, { resolve, mayReach }: FetchLimits, signal: AbortSignal): Promise<Found> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(hostname);
  const found = family ? [{ address: hostname, family }] : await inTime(resolve(hostname), signal);
  const [first] = found;
  if (!first || found.some(({ address }) => !mayReach(address))) {
    throw lasting('it leads to an address that is not of the open internet');
  }
  return first;
}

function open(url: URL, place: Found, signal: AbortSignal): Promise<http.IncomingMessage> {
  const pinned = ((_name, options, tell) =>
    options.all ? tell(null, [place]) : tell(null, place.address, place.family)) as LookupFunction;
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const headers = { accept: 'text/calendar, text/plain;q=0.5', 'accept-encoding': 'identity' };
    // An agent would hand over a connection that was opened for somebody else.
    request(url, { agent: false, headers, lookup: pinned, signal }, resolve)
      .once('error', (error) => reject(passing(error)))
      .end();
  });
}

async function readText(answer: http.IncomingMessage, maxBytes: number): Promise<string> {
  if ((answer.headers['content-encoding'] ?? 'identity') !== 'identity') {
    answer.destroy();
    throw lasting('it answered packed, which nobody asked for');
  }
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of answer) {
      size += part.length;
      if (size > maxBytes) throw lasting(`it is larger than ${maxBytes} bytes`);
      parts.push(part);
    }
  } catch (error) {
    answer.destroy();
    throw error instanceof CalendarError ? error : passing(error);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function inTime<T>(waited: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = Promise.withResolvers<never>();
  const stop = () => late.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([waited, late.promise]);
  } catch (error) {
    throw passing(error);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function refusedWith(status: number, retryAfter: string | undefined): CalendarError {
  const temporary = status === 408 || status === 429 || status >= 500;
  const retryAfterMs = readRetryAfter(retryAfter ?? null, new Date());
  return new CalendarError(`The subscribed calendar: it answered ${status}`, { temporary, retryAfterMs });
}

const lasting = (why: string) => new CalendarError(`The subscribed calendar: ${why}`, { temporary: false });

/** Names and codes only: a message may quote the address. */
function passing(error: unknown): CalendarError {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const why = typeof code === 'string' ? code : String(name);
  return new CalendarError(`The subscribed calendar: it did not answer (${why})`, { temporary: true });
}

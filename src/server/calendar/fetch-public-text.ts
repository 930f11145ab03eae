import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { CalendarError } from './calendar.ts';
import { isPublicAddress } from './public-address.ts';
import { readRetryAfter } from './retry-after.ts';

export type HostAddress = { address: string; family: number };

export type FetchLimits = {
  /** Resolves a host name to all its addresses. */
  resolve: (hostname: string) => Promise<HostAddress[]>;
  /** Whether the server may connect to an address. */
  mayReach: (address: string) => boolean;
  maxBytes: number;
  /** For name resolution, redirects and the text together. */
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
 * Reads a text over http or https from public addresses only, which prevents server-side request forgery (SSRF).
 * Each host name is resolved once, all its addresses are checked, and the connection is pinned to a checked address,
 * also after a redirect; so DNS rebinding does not help an attacker. Throws a `CalendarError` that never quotes the
 * address, because the address may be a secret.
 */
export async function fetchPublicText(address: string, given: Partial<FetchLimits> = {}): Promise<string> {
  const effective = { ...limits, ...given };
  const signal = AbortSignal.timeout(effective.timeoutMs);
  let url = new URL(address);
  for (let redirects = 0; redirects <= effective.maxRedirects; redirects++) {
    const answer = await open(url, await hostAddressOf(url, effective, signal), signal);
    const status = answer.statusCode ?? 0;
    const next = status >= 300 && status < 400 ? answer.headers.location : undefined;
    if (next === undefined) {
      if (status === 200) return readText(answer, effective.maxBytes);
      answer.destroy();
      throw refusedWith(status, answer.headers['retry-after']);
    }
    answer.destroy();
    url = follow(url, next);
  }
  throw permanent('it leads from one address to another without end');
}

function follow(from: URL, location: string): URL {
  if (!URL.canParse(location, from.href)) throw permanent('it leads to something that is no address');
  const to = new URL(location, from);
  if (to.protocol !== 'https:' && to.protocol !== from.protocol)
    throw permanent('it leads to an unsafe address');
  return to;
}

async function hostAddressOf(
  url: URL,
  { resolve, mayReach }: FetchLimits,
  signal: AbortSignal,
): Promise<HostAddress> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(hostname);
  const found = family ? [{ address: hostname, family }] : await inTime(resolve(hostname), signal);
  const [first] = found;
  if (!first || found.some(({ address }) => !mayReach(address))) {
    throw permanent('it leads to an address that is not of the open internet');
  }
  return first;
}

function open(url: URL, host: HostAddress, signal: AbortSignal): Promise<http.IncomingMessage> {
  const pinned = ((_name, options, done) =>
    options.all ? done(null, [host]) : done(null, host.address, host.family)) as LookupFunction;
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const headers = { accept: 'text/calendar, text/plain;q=0.5', 'accept-encoding': 'identity' };
    // No agent: it could reuse a connection that was opened to another address.
    request(url, { agent: false, headers, lookup: pinned, signal }, resolve)
      .once('error', (error) => reject(temporary(error)))
      .end();
  });
}

async function readText(answer: http.IncomingMessage, maxBytes: number): Promise<string> {
  if ((answer.headers['content-encoding'] ?? 'identity') !== 'identity') {
    answer.destroy();
    throw permanent('its answer is compressed, although identity was requested');
  }
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of answer) {
      size += part.length;
      if (size > maxBytes) throw permanent(`it is larger than ${maxBytes} bytes`);
      parts.push(part);
    }
  } catch (error) {
    answer.destroy();
    throw error instanceof CalendarError ? error : temporary(error);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function inTime<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = Promise.withResolvers<never>();
  const stop = () => late.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([promise, late.promise]);
  } catch (error) {
    throw temporary(error);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function refusedWith(status: number, retryAfter: string | undefined): CalendarError {
  const isTemporary = status === 408 || status === 429 || status >= 500;
  const retryAfterMs = readRetryAfter(retryAfter ?? null, new Date());
  return new CalendarError(`The subscribed calendar: it answered ${status}`, {
    temporary: isTemporary,
    retryAfterMs,
  });
}

const permanent = (why: string) => new CalendarError(`The subscribed calendar: ${why}`, { temporary: false });

/** Quotes the name and code of the error only: its message may hold the address. */
function temporary(error: unknown): CalendarError {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const why = typeof code === 'string' ? code : String(name);
  return new CalendarError(`The subscribed calendar: it did not answer (${why})`, { temporary: true });
}

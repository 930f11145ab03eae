import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import webPush from 'web-push';
import { isPublicAddress } from '../calendar/public-address.ts';
import { readRetryAfter } from '../calendar/retry-after.ts';
import type { PushKeys } from './push-keys.ts';

export type PushDevice = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  body: string;
  /** How long the push service keeps it for a device that is off. */
  ttlSeconds: number;
  urgent: boolean;
};

/** What a push service said: it took the message, there is no such device any more, never, or try again. */
export type PushAnswer =
  | { is: 'taken' }
  | { is: 'gone' }
  | { is: 'refused'; why: string }
  | { is: 'failed'; why: string; waitMs: number };

export type PushService = {
  publicKey: string;
  /** Whether an address may be one of a push service. Asked when a device is added, and again at each message. */
  allows(endpoint: string): boolean;
  send(device: PushDevice, message: PushMessage): Promise<PushAnswer>;
};

export type PushRules = {
  /** Schemes and ports of push services; a test allows its own. */
  allows: (endpoint: URL) => boolean;
  mayReach: (address: string) => boolean;
  timeoutMs: number;
};

/**
 * The library reads addresses by older rules than `URL`, and signs for the host that it reads: both read such a host,
 * in the text that `URL` writes, as the same. With another one our key would sign for a service that is not called.
 */
const plainHost = /^[a-z0-9.-]+$/;

/** What is true of every push service: https on its usual port, by a name, without a password. */
const rules: PushRules = {
  allows: ({ protocol, port, hostname, username, password }) =>
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    hostname.includes('.') &&
    isIP(hostname.replace(/^\[|\]$/g, '')) === 0,
  mayReach: isPublicAddress,
  timeoutMs: 10_000,
};

/**
 * Push messages by the protocol of RFC 8030, encrypted for their device (RFC 8291) and signed (RFC 8292) by the
 * library. People name the addresses, so they are reached on public addresses only, as the name resolves at that
 * moment, and no redirect is followed: otherwise a member could have the server call machines of its own network.
 */
export function createPushService(
  { publicKey, privateKey }: PushKeys,
  /** Whom a push service writes to about trouble: `https:` or `mailto:`. */
  contact: string,
  given: Partial<PushRules> = {},
): PushService {
  const { allows, mayReach, timeoutMs } = { ...rules, ...given };
  const readAllowed = (endpoint: string) => {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
    return url && plainHost.test(url.hostname) && allows(url) ? url : null;
  };
  return {
    publicKey,
    allows: (endpoint) => readAllowed(endpoint) !== null,
    async send({ endpoint, p256dh, auth }, { body, ttlSeconds, urgent }) {
      const url = readAllowed(endpoint);
      if (!url) return { is: 'refused', why: 'the address is not of a push service' };
      let details: ReturnType<typeof webPush.generateRequestDetails>;
      try {
        details = webPush.generateRequestDetails({ endpoint: url.href, keys: { p256dh, auth } }, body, {
          vapidDetails: { subject: contact, publicKey, privateKey },
          contentEncoding: 'aes128gcm',
          TTL: ttlSeconds,
          urgency: urgent ? 'high' : 'normal',
        });
      } catch {
        return { is: 'refused', why: 'nothing can be encrypted for the keys of the device' };
      }
      return post(url, details, { mayReach, timeoutMs });
    },
  };
}

function post(
  url: URL,
  { headers, body }: { headers: object; body: Buffer | null },
  { mayReach, timeoutMs }: Pick<PushRules, 'mayReach' | 'timeoutMs'>,
): Promise<PushAnswer> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) =>
      resolve({
        is: 'failed',
        why: `the push service did not answer (${error.code ?? error.name})`,
        waitMs: 0,
      });
    const asked = request(url, {
      method: 'POST',
      headers: headers as http.OutgoingHttpHeaders,
      // No agent: it could reuse a connection that was opened to another address.
      agent: false,
      lookup: publicLookup(mayReach),
      signal: AbortSignal.timeout(timeoutMs),
    });
    asked.once('error', failed).once('response', (answer) => {
      // What it says more is of no use, and may be long.
      answer.destroy();
      resolve(read(answer.statusCode ?? 0, answer.headers['retry-after']));
    });
    asked.end(body ?? undefined);
  });
}

function read(status: number, retryAfter: string | undefined): PushAnswer {
  if (status >= 200 && status < 300) return { is: 'taken' };
  if (status === 404 || status === 410) return { is: 'gone' };
  const why = `the push service answered ${status}`;
  // 401 and 403: the device subscribed under keys of another secret, so no message of ours ever reaches it.
  if (status === 401 || status === 403) return { is: 'gone' };
  if (status === 408 || status === 429 || status >= 500) {
    return { is: 'failed', why, waitMs: readRetryAfter(retryAfter ?? null, new Date()) ?? 0 };
  }
  return { is: 'refused', why };
}

class NotPublic extends Error {
  override name = 'NotPublic';
}

/** Resolves a name to public addresses only; the connection goes to what was checked. */
function publicLookup(mayReach: (address: string) => boolean): LookupFunction {
  return (hostname, options, done) =>
    lookup(hostname, { all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) return done(error ?? new Error('no address'), '', 4);
      if (found.some(({ address }) => !mayReach(address))) {
        return done(new NotPublic(), '', 4);
      }
      return options.all ? done(null, found) : done(null, first.address, first.family);
    });
}

import http from 'node:http';
import { performance } from 'node:perf_hooks';

export type Asked = { method: string; path: string; body?: unknown; headers?: Record<string, string> };

/** An answer, or the lack of one: the connection broke, or nothing came in time. */
export type Answered = {
  status: number | 'cut' | 'silent';
  headers: http.IncomingHttpHeaders;
  text: string;
  /** An answer of unknown length had begun, so that its reader sees that it broke off. */
  isPart?: boolean;
  /** By `performance.now()`. */
  sentAt: number;
  endedAt: number;
};

/** Longer than the server waits for its database (`server/db/connect.ts`). */
export const timeoutMs = 60_000;

/**
 * Sends one request over a connection of its own, so that a connection that the server had closed between two requests
 * is not taken for one that it cut.
 */
export function ask(
  url: string,
  { method, path, body, headers = {} }: Asked,
  sender: { cookie?: string; origin: string; address: string },
  waitMs = timeoutMs,
): Promise<Answered> {
  const sentAt = performance.now();
  const bytes =
    body === undefined || body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body) ?? '');
  return new Promise((resolve) => {
    const end = (status: Answered['status'], more: Partial<Answered> = {}) => {
      clearTimeout(timer);
      resolve({ status, headers: {}, text: '', sentAt, endedAt: performance.now(), ...more });
    };
    const request = http.request(`${url}${path}`, {
      method,
      agent: false,
      headers: {
        origin: sender.origin,
        'x-forwarded-for': sender.address,
        ...(sender.cookie && { cookie: sender.cookie }),
        ...(bytes && { 'content-length': bytes.length }),
        ...(bytes && !(body instanceof Uint8Array) && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    const timer = setTimeout(() => {
      end('silent');
      request.destroy();
    }, waitMs);
    request.on('error', () => end('cut'));
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      const isPart = response.statusCode === 200 && response.headers['transfer-encoding'] === 'chunked';
      response.on('error', () => end('cut', { isPart }));
      response.on('close', () => {
        if (!response.complete) return end('cut', { isPart });
        end(response.statusCode ?? 0, {
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        });
      });
    });
    request.end(bytes);
  });
}

/** The cookies that an answer sets, as the value of a `Cookie` header. */
export function cookiesOf({ headers }: Answered): string {
  const set = headers['set-cookie'] ?? [];
  return set
    .filter((cookie) => !/max-age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor } from '#shared/actor.ts';
import { apiHeaders } from '../http/security-headers.ts';
import type { Encoding, Packed } from './packed-page.ts';
import type { SharedPage } from './shared-page.ts';
import type { PageAtAddress, SharedPages } from './shared-pages.ts';

export type AnswerKept = (request: IncomingMessage, response: ServerResponse) => boolean;

export type AnswerKeptParts = {
  pages: SharedPages;
  clock: () => Date;
  overTls: boolean;
  /** The member whose session has this token, if this process knows without asking the database. */
  recallActor: (token: string, now: number) => Actor | undefined;
  /** Counts a request of the member; false at their limit. */
  countRequest: (userId: string, now: Date) => boolean;
  /** Told of each answer, for the metrics. */
  measure: ((operation: string, status: number, seconds: number) => void) | null;
};

/**
 * Answers a request whose page this process keeps, before the application sees it: what the application does for every
 * request takes ten times as long as such an answer. The application has answered the same cookie and address before,
 * with the same rights. Whatever is not exactly as it was then is left to the application, and false is returned: other
 * rights, a session that is not remembered, a page that may be stale, a member at the limit of requests.
 */
export function createAnswerKept(parts: AnswerKeptParts): AnswerKept {
  const { pages, clock, recallActor, countRequest, measure } = parts;
  const headOf = headsOf(apiHeaders(parts.overTls));
  return (request, response) => {
    if (!pages.isEnabled || !isPlain(request)) return false;
    const { url, headers } = request;
    const begun = performance.now();
    const now = clock();
    const found = pages.findByAddress(headers.cookie ?? '', url, now.getTime());
    if (!found) return false;
    const { page, address } = found;
    const { actor, token } = address;
    if (actor.kind === 'member') {
      if (token === null || recallActor(token, now.getTime()) !== actor) {
        pages.forgetAddress(address);
        return false;
      }
      if (!countRequest(actor.userId, now)) return false;
    }
    if (isNamedBy(page, headers['if-none-match'])) {
      response.writeHead(304, headOf(found, 'unchanged')).end();
      measure?.(address.operation, 304, (performance.now() - begun) / 1000);
      return true;
    }
    const packed = page.packed.inEncodingNow(String(headers['accept-encoding'] ?? ''));
    if (!packed) return false;
    response.writeHead(200, headOf(found, packed)).end(packed.body);
    measure?.(address.operation, 200, (performance.now() - begun) / 1000);
    return true;
  };
}

/**
 * Answers the headers of a kept page as a flat list, which Node writes as it is; they are put together once for each
 * form of a page. Every answer has an id of its own.
 */
function headsOf(security: Record<string, string>) {
  const cache = new WeakMap<SharedPage<unknown>, Map<Encoding | 'unchanged' | null, readonly string[]>>();
  return ({ page, address }: PageAtAddress, form: Packed | 'unchanged'): string[] => {
    let heads = cache.get(page);
    if (!heads) {
      heads = new Map();
      cache.set(page, heads);
    }
    const name = form === 'unchanged' ? form : form.encoding;
    let head = heads.get(name);
    if (!head) {
      const ofForm =
        form === 'unchanged'
          ? packedHeaders(page, null)
          : { ...packedHeaders(page, form.encoding), 'Content-Length': String(form.body.length) };
      head = Object.entries({ ...security, ...address.headers, ...ofForm }).flat();
      heads.set(name, head);
    }
    return [...head, 'X-Request-Id', randomUUID()];
  };
}

/**
 * Whether nothing but the address and the cookies says what is asked for and by whom. Only such requests are remembered
 * and answered: a bearer token, say, would make a member of a request whose cookies are a visitor's.
 */
export function isPlain(request: IncomingMessage): request is IncomingMessage & { url: string } {
  const { method, url, headers } = request;
  if (method !== 'GET' || !url?.startsWith('/api/')) return false;
  return notPlain.every((name) => headers[name] === undefined);
}

const notPlain = ['authorization', 'x-request-id', 'content-length', 'transfer-encoding'];

/** Whether the browser has the page already. One with something of a person in it is stored by no browser. */
export function isNamedBy({ packed, isPersonal }: SharedPage<unknown>, ifNoneMatch = ''): boolean {
  return !isPersonal && packed.isNamedBy(ifNoneMatch);
}

/**
 * The headers of a kept page. What has nothing of a person in it the browser may store, and asks each time whether it
 * is still the page.
 */
export function packedHeaders(
  { packed, isPersonal }: SharedPage<unknown>,
  encoding: Encoding | null,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Cache-Control': isPersonal ? 'private, no-store' : 'private, no-cache',
    Vary: 'Accept-Encoding',
    ...(!isPersonal && { ETag: packed.etag }),
    ...(encoding && { 'Content-Encoding': encoding }),
  };
}

import { createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type StoredEvent = Record<string, unknown> & {
  id: string;
  status: string;
  summary?: string;
  start?: { dateTime?: string; date?: string; timeZone?: string };
  end?: { dateTime?: string; date?: string; timeZone?: string };
  conferenceData?: Record<string, unknown>;
};

/**
 * A failure of a request:
 * - a status: the request is refused with it and has no effect
 * - `stall`: the request is not answered and has no effect
 * - `lie`: the request takes effect, and is answered with 503
 * - `cut`: the request takes effect, and the connection ends before the answer
 * - `repeat`: the request takes effect twice, as when a proxy repeats it, and the second answer is sent
 */
export type Fault =
  | { status: number; reason?: string; retryAfter?: string }
  | 'stall'
  | 'lie'
  | 'cut'
  | 'repeat';

export type GoogleStandIn = {
  /** A `fetch` for the client that sends requests for Google to this stand-in. */
  reach: typeof fetch;
  port: number;
  account: { clientEmail: string; privateKey: string };
  events: Map<string, StoredEvent>;
  /** `METHOD /path` of every request, those for tokens too. */
  asked: string[];
  /** The failures of the next requests to the calendar, in order; null is no failure. */
  faults: (Fault | null)[];
  /** The failure of every request until it is set to null. */
  fault: Fault | null;
  /** Whether requests for tokens are refused. */
  refuseTokens: boolean;
  /** Whether new meetings are pending until the second request for them. */
  slowMeetings: boolean;
  /** The delay before each request takes effect. */
  delayMs: number;
  pageSize: number;
  close(): Promise<void>;
};

type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

/**
 * Starts a stand-in for the part of Google Calendar and its token endpoint that Sumi uses. It verifies the signature of
 * token requests, keeps events, and fails as a test says. It has one calendar, which answers to every id.
 */
export async function startGoogleStandIn(): Promise<GoogleStandIn> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const server = http.createServer((request, response) => {
    serve(standIn, publicKey, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const standIn: GoogleStandIn = {
    port,
    reach: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (!url.hostname.endsWith('googleapis.com'))
        throw new Error(`Nothing of ours goes to ${url.hostname}`);
      return fetch(new URL(`${url.pathname}${url.search}`, `http://127.0.0.1:${port}`), init);
    },
    account: {
      clientEmail: 'sumi@proyecto.iam.gserviceaccount.com',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
    events: new Map(),
    asked: [],
    faults: [],
    fault: null,
    refuseTokens: false,
    slowMeetings: false,
    delayMs: 0,
    pageSize: 250,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}

const token = 'token-of-the-stand-in';

async function serve(
  standIn: GoogleStandIn,
  key: KeyObject,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://stand-in');
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  standIn.asked.push(`${request.method} ${url.pathname}`);

  if (url.pathname === '/token') return send(response, answerToken(standIn, key, text));
  if (request.headers.authorization !== `Bearer ${token}`) return send(response, refusal(401, 'authError'));
  const fault = standIn.fault ?? standIn.faults.shift() ?? null;
  if (fault === 'stall') return;
  if (typeof fault === 'object' && fault) {
    const { status, reason = 'backendError', retryAfter } = fault;
    return send(response, {
      ...refusal(status, reason),
      headers: retryAfter ? { 'retry-after': retryAfter } : {},
    });
  }
  if (standIn.delayMs > 0) await sleep(standIn.delayMs);
  const body = text ? JSON.parse(text) : {};
  let answer = answerCalendar(standIn, request.method ?? '', url, body);
  if (fault === 'repeat') answer = answerCalendar(standIn, request.method ?? '', url, body);
  if (fault === 'cut') return void response.destroy();
  if (fault === 'lie') return send(response, refusal(503, 'backendError'));
  send(response, answer);
}

function send(response: http.ServerResponse, { status, body, headers = {} }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}

/** A refusal in the form of Google's. */
function refusal(code: number, reason: string): Answer {
  const message = `stand-in: ${reason}`;
  return {
    status: code,
    body: { error: { code, message, errors: [{ domain: 'global', reason, message }] } },
  };
}

function answerToken(standIn: GoogleStandIn, key: KeyObject, form: string): Answer {
  const assertion = new URLSearchParams(form).get('assertion') ?? '';
  const [header = '', claims = '', signature = ''] = assertion.split('.');
  const signed = createVerify('RSA-SHA256').update(`${header}.${claims}`).verify(key, signature, 'base64url');
  if (!signed || standIn.refuseTokens) {
    return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } };
  }
  return { status: 200, body: { access_token: token, expires_in: 3600, token_type: 'Bearer' } };
}

function answerCalendar(
  standIn: GoogleStandIn,
  method: string,
  url: URL,
  body: Partial<StoredEvent>,
): Answer {
  const { events } = standIn;
  const id = /^\/calendar\/v3\/calendars\/[^/]+\/events(?:\/([^/]+))?$/.exec(url.pathname);
  if (!id) return refusal(404, 'notFound');
  const eventId = id[1] && decodeURIComponent(id[1]);
  if (!eventId) return method === 'GET' ? listEvents(standIn, url) : insertEvent(standIn, url, body);
  const stored = events.get(eventId);
  if (!stored) return refusal(404, 'notFound');
  if (method === 'DELETE') {
    if (stored.status === 'cancelled') return refusal(410, 'deleted');
    events.set(eventId, { ...stored, status: 'cancelled' });
    return { status: 204 };
  }
  if (method !== 'PATCH') return refusal(400, 'badRequest');
  const changed = { ...stored, ...withMeeting(standIn, url, body, stored) };
  events.set(eventId, changed);
  return { status: 200, body: changed };
}

function insertEvent(standIn: GoogleStandIn, url: URL, body: Partial<StoredEvent>): Answer {
  const { id = '' } = body;
  if (!/^[a-v0-9]{5,1024}$/.test(id)) return refusal(400, 'invalid');
  if (standIn.events.has(id)) return refusal(409, 'duplicate');
  const made = {
    ...withMeeting(standIn, url, body),
    id,
    status: 'confirmed',
    creator: { email: standIn.account.clientEmail },
  };
  standIn.events.set(id, made);
  return { status: 200, body: made };
}

/** Creates a meeting once per request id, as Google does. */
function withMeeting(
  { slowMeetings }: GoogleStandIn,
  url: URL,
  body: Partial<StoredEvent>,
  stored?: StoredEvent,
): Partial<StoredEvent> {
  const { conferenceData, ...rest } = body;
  if (url.searchParams.get('conferenceDataVersion') !== '1' || !conferenceData) return rest;
  const { createRequest } = conferenceData as { createRequest: { requestId: string } };
  const before = stored?.conferenceData?.createRequest as { requestId: string } | undefined;
  if (!before && slowMeetings) {
    return {
      ...rest,
      conferenceData: { createRequest: { ...createRequest, status: { statusCode: 'pending' } } },
    };
  }
  const uri = `https://meet.google.com/${(before ?? createRequest).requestId}`;
  return {
    ...rest,
    hangoutLink: uri,
    conferenceData: {
      createRequest: { ...(before ?? createRequest), status: { statusCode: 'success' } },
      entryPoints: [{ entryPointType: 'video', uri }],
    },
  };
}

function listEvents({ events, pageSize }: GoogleStandIn, url: URL): Answer {
  const [from, to] = ['timeMin', 'timeMax'].map((name) => Date.parse(url.searchParams.get(name) ?? ''));
  const at = (time: StoredEvent['start']) => Date.parse(time?.dateTime ?? time?.date ?? '');
  const found = [...events.values()]
    .filter(
      ({ status, start, end }) => status !== 'cancelled' && at(end) > (from ?? 0) && at(start) < (to ?? 0),
    )
    .sort((one, other) => at(one.start) - at(other.start) || (one.id < other.id ? -1 : 1));
  const first = Number(url.searchParams.get('pageToken') ?? 0);
  const more = found.length > first + pageSize;
  return {
    status: 200,
    body: {
      timeZone: 'America/Bogota',
      items: found.slice(first, first + pageSize),
      ...(more && { nextPageToken: String(first + pageSize) }),
    },
  };
}

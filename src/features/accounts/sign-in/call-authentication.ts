import type { Context } from 'hono';
import { brokenConstraint } from '#server/db/error-code.ts';
import { isAway } from '#server/db/is-away.ts';
import { withFaults } from '#server/db/note-faults.ts';
import { answerRefusal } from '#server/http/answer-errors.ts';
import type { ApiEnv } from '#server/http/api-env.ts';
import { commonRefusals, Refusal, type RefusalKind } from '#shared/refusal.ts';
import type { OpenAuthPath } from '../contract.ts';
import { cookiesFor } from '../sessions/sent-session.ts';
import { type Authentication, clientAddressHeader } from './create-authentication.ts';

/** The second factor locks after ten wrong codes in a row, for this many seconds. */
const lockedFor = 900;
/** What the library answers where it finds the address; two who sign up with it at once meet at the constraint. */
const addressTaken = { code: 'USER_ALREADY_EXISTS', status: 422 } as const satisfies RefusalKind;
/** Set by the library beside a session's cookie, for clients that hold tokens. */
const tokenHeader = 'set-auth-token';

/** Has the library open a session for a person whom we have proved; it asks for their second factor first. */
export async function openSession(
  authentication: Authentication,
  c: Context<ApiEnv>,
  userId: string,
): Promise<Response> {
  const headers = await headersFor(authentication, c);
  return tellingFaults(() => authentication.api.openSession({ body: { userId }, headers, asResponse: true }));
}

/** Asks the library for the step at `path`. `body` has the fields that our rules have judged. */
export async function callAuthentication(
  authentication: Authentication,
  c: Context<ApiEnv>,
  path: OpenAuthPath,
  body: object,
): Promise<Response> {
  const [method, address] = path.split(' ') as [string, string];
  const isPost = method === 'POST';
  const { baseURL } = await authentication.$context;
  const headers = await headersFor(authentication, c);
  if (isPost) headers.set('content-type', 'application/json');
  // A return from a provider has all that it says in its query, which only the library reads.
  const url = `${baseURL}${address}${isPost ? '' : new URL(c.req.url).search}`;
  const request = new Request(url, { method, headers, ...(isPost && { body: JSON.stringify(body) }) });
  return tellingFaults(() => authentication.handler(request));
}

/**
 * The headers that the library gets, which are all that it reads: the session that `resolve-actor.ts` resolved and no
 * other, the true client address, and an origin. That of a request was judged before; an app sends none, though its
 * session is a cookie here.
 */
async function headersFor(authentication: Authentication, c: Context<ApiEnv>): Promise<Headers> {
  const { authCookies, baseURL } = await authentication.$context;
  const headers = new Headers({
    [clientAddressHeader]: c.get('address'),
    origin: c.req.header('origin') ?? new URL(baseURL).origin,
  });
  const cookies = cookiesFor(authCookies.sessionToken.name, c.req.header('cookie'), c.get('token'));
  if (cookies !== null) headers.set('cookie', cookies);
  const userAgent = c.req.header('user-agent');
  if (userAgent !== undefined) headers.set('user-agent', userAgent);
  return headers;
}

/**
 * The library catches faults of the database in many places: it tells them as mistakes of the person, as a return from
 * a provider that failed, or says that it has signed out a session that is still there. This throws the fault of a
 * database that is away instead, and says of an address that it was taken meanwhile.
 */
async function tellingFaults(ask: () => Promise<Response>): Promise<Response> {
  const { result, fault } = await withFaults(ask);
  if (isAway(fault)) throw fault;
  if (brokenConstraint(fault) === 'users_email_key') throw new Refusal(addressTaken);
  return result;
}

/**
 * Turns a refusal of the library into our form, with the code of the library. A fault of its own is answered as one
 * that may be over soon; the log has the true error (`log-library-faults.ts`).
 */
export async function asOurRefusal(c: Context<ApiEnv>, answer: Response): Promise<Response> {
  if (answer.status >= 500) return answerRefusal(c, commonRefusals.busy);
  const body = (await answer.json().catch(() => ({}))) as { code?: string; message?: string };
  if (answer.status === 429) {
    const seconds = body.code === 'ACCOUNT_TEMPORARILY_LOCKED' ? lockedFor : 60;
    c.header('Retry-After', answer.headers.get('x-retry-after') ?? String(seconds));
    return answerRefusal(c, commonRefusals.tooMany);
  }
  const { code = commonRefusals.badInput.code, message } = body;
  return answerRefusal(c, { code, status: answer.status }, undefined, message);
}

/**
 * When a client that is no browser starts a session, the answer also holds the token and its expiry (`decisions/0003`).
 * A browser sends its page's origin with every write and cannot leave that out, so no script in a page ever gets a
 * token.
 */
export async function withTokenForApps(
  c: Context<ApiEnv>,
  answer: Response,
  session: { expiresIn: number },
): Promise<Response> {
  const accessToken = answer.headers.get(tokenHeader);
  if (!accessToken) return answer;
  const headers = new Headers(answer.headers);
  headers.delete(tokenHeader);
  headers.delete('access-control-expose-headers');
  const isBrowser = c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') !== undefined;
  if (isBrowser) return new Response(answer.body, { status: answer.status, headers });
  const { expiresIn } = session;
  const expiresAt = new Date(c.get('ctx').now.getTime() + expiresIn * 1000).toISOString();
  const sent = (await answer.json()) as object;
  headers.delete('content-length');
  const body = JSON.stringify({
    ...sent,
    session: { accessToken, tokenType: 'bearer', expiresIn, expiresAt },
  });
  return new Response(body, { status: answer.status, headers });
}

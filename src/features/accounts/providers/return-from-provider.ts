import type { Context } from 'hono';
import { isAway } from '#server/db/is-away.ts';
import type { ApiEnv } from '#server/http/api-env.ts';
import { noteSecurity } from '#server/note-security.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/** Where a browser is sent after it was at a provider. */
export const afterProvider = {
  signedIn: '/auth?back=in',
  newcomer: '/auth?back=new',
  code: '/auth?back=code',
  linked: '/profile?linked=yes',
  failed: '/auth',
  notLinked: '/profile',
} as const;

/**
 * Answers a browser that comes back from a provider: always with a page of ours, where the person reads what became of
 * it. `step` is the library's answer, the refusal of a rule of ours, or the fault of a database that is away.
 */
export async function returnFromProvider(
  c: Context<ApiEnv>,
  step: () => Promise<Response>,
): Promise<Response> {
  const failedAt = c.get('ctx').actor.kind === 'member' ? afterProvider.notLinked : afterProvider.failed;
  const headers = new Headers({ 'cache-control': 'no-store' });
  const goTo = (page: string) => {
    // Where a member reads of their connected accounts.
    headers.set('location', page.startsWith(afterProvider.notLinked) ? `${page}#security` : page);
    return new Response(null, { status: 302, headers });
  };
  try {
    const answer = await step();
    for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie);
    const body = (await answer.json().catch(() => ({}))) as { code?: string; twoFactorRedirect?: boolean };
    // The account has a second factor: the library took the session back and waits for the code.
    if (body.twoFactorRedirect) return goTo(afterProvider.code);
    const to = answer.headers.get('location');
    if (to !== null) {
      noteFailure(c, to);
      return goTo(ownPage(to) ?? failedAt);
    }
    return goTo(withError(failedAt, body.code ?? 'error'));
  } catch (error) {
    if (error instanceof Refusal) return goTo(withError(failedAt, error.code));
    if (!isAway(error)) throw error;
    c.get('ctx').log.error({ err: error, requestId: c.get('requestId') }, 'the database is away');
    return goTo(withError(failedAt, commonRefusals.busy.code));
  }
}

/** The path of an address, when that address is ours: the library names only those we gave it. */
function ownPage(to: string): string | null {
  const url = new URL(to, 'http://ours.invalid');
  return /^\/(auth|profile)$/.test(url.pathname) ? `${url.pathname}${url.search}` : null;
}

function withError(page: string, code: string): string {
  return `${page}?${new URLSearchParams({ error: code.replaceAll(/\W/g, '_') })}`;
}

function noteFailure(c: Context<ApiEnv>, to: string): void {
  const error = new URL(to, 'http://ours.invalid').searchParams.get('error');
  if (error === null) return;
  const facts = { path: c.req.path, error: error.slice(0, 60) };
  noteSecurity(c.get('ctx').log, 'refused', facts, 'a return from a provider was refused');
}

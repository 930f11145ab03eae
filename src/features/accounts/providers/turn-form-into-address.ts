import type { Context } from 'hono';
import type { ApiEnv } from '#server/http/api-env.ts';

const passedOn = ['code', 'state', 'error', 'user', 'iss'] as const;
const longest = 4000;

/**
 * Apple sends the browser back with a form from its own page, to which the browser adds no cookie of ours. It does
 * nothing but hand the fields on as an address, which the browser then opens with its cookies.
 */
export async function turnFormIntoAddress(c: Context<ApiEnv>): Promise<Response> {
  const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
  const query = new URLSearchParams();
  for (const name of passedOn) {
    const value = form[name];
    if (typeof value === 'string' && value.length <= longest) query.set(name, value);
  }
  return c.redirect(`${c.req.path}?${query}`, 303);
}

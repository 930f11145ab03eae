import type { Community } from '../community.ts';
import { askAuth, cookiesOf } from '../sign-in.ts';

/** Where a browser ended after it was at a provider, and the cookies it holds. */
export type Returned = { page: string; cookie: string };

/** The cookies of a browser after an answer that sets others. */
export function cookiesAfter(cookie: string, answer: Response): string {
  const names = answer.headers.getSetCookie().map((each) => each.split('=')[0]);
  const kept = cookie.split('; ').filter((each) => each && !names.includes(each.split('=')[0]));
  return [...kept, cookiesOf(answer)].filter(Boolean).join('; ');
}

/** Leaves for the provider: its address and the cookies of the browser, or how it was refused. */
export async function leaveForProvider(
  community: Community,
  {
    cookie = '',
    step = '/sign-in/social',
    body = {},
  }: { cookie?: string; step?: string; body?: object } = {},
): Promise<{ answer: Response; url: string; cookie: string }> {
  const answer = await askAuth(community, cookie, step, { provider: 'oidc', ...body });
  const { url = '' } = (await answer.clone().json()) as { url?: string };
  return { answer, url, cookie: cookiesAfter(cookie, answer) };
}

/** The address under which the provider sends the browser back. */
export async function consent(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  return `${back.pathname}${back.search}`;
}

export async function comeBack(community: Community, path: string, cookie: string): Promise<Returned> {
  const answer = await community.request({ id: '', name: '', email: '', cookie }, 'GET', path);
  if (answer.status !== 302) throw new Error(`a return was answered with ${answer.status}`);
  return { page: answer.headers.get('location') ?? '', cookie: cookiesAfter(cookie, answer) };
}

/** The whole way: leave, consent, come back. */
export async function enterByProvider(
  community: Community,
  how: Parameters<typeof leaveForProvider>[1] = {},
): Promise<Returned> {
  const { url, cookie } = await leaveForProvider(community, how);
  return comeBack(community, await consent(url), cookie);
}

import type { Actor } from '#shared/actor.ts';

/** A request that a kept page answers: by these bytes of its head, and for this actor alone. */
export type Address = {
  cookie: string;
  url: string;
  /** What the session of the actor is remembered by; null for a visitor. */
  token: string | null;
  actor: Actor;
  /** Method and path of the operation, for the metrics. */
  operation: string;
  /** What the operation adds to the headers of its answers. */
  headers: Record<string, string>;
};

/** Under which name a request finds its page; an address holds no space. */
export function nameOf({ cookie, url }: Pick<Address, 'cookie' | 'url'>): string {
  return `${url} ${cookie}`;
}

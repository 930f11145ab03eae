import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Log } from '../log.ts';

/**
 * Where a request really comes from: its socket, or, behind a proxy that the operator said to trust, the
 * last address that proxy wrote down. What the caller claims beyond that is not believed.
 */
export function clientAddress(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy && forwardedAddress(c);
  if (forwarded) return forwarded;
  try {
    return getConnInfo(c).remote.address ?? 'unknown';
  } catch {
    // A request made inside this process has no socket.
    return '127.0.0.1';
  }
}

function forwardedAddress(c: Context): string | undefined {
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
  // Some proxies add the port; what is no address then is not believed.
  const bare = forwarded?.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  return bare && isIP(bare) ? bare : undefined;
}

/**
 * Says once in the log that requests name their senders in X-Forwarded-For though no proxy is trusted, or name none
 * though one is: behind a proxy all visitors then have its address and share the limits of one network.
 */
export function warnOfProxy(log: Log, trustProxy: boolean): (c: Context) => void {
  let isSaid = false;
  return (c) => {
    const isAsSet = trustProxy ? forwardedAddress(c) !== undefined : !c.req.header('x-forwarded-for');
    if (isSaid || isAsSet) return;
    isSaid = true;
    log.warn(
      trustProxy
        ? 'a request named no sender in X-Forwarded-For, which TRUST_PROXY=yes trusts: have the proxy write it, or all visitors count as one'
        : 'requests name their senders in X-Forwarded-For, which is not trusted: set TRUST_PROXY=yes where a proxy writes it',
    );
  };
}

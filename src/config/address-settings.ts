import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Settings } from './environment.ts';

/** Where the server listens, and under which address people reach it. */
export function addressOf(set: Settings) {
  const port = set.PORT ?? 3000;
  const host = set.HOST ?? '127.0.0.1';
  const appUrl = set.APP_URL ? new URL(set.APP_URL).origin : `http://localhost:${port}`;
  return {
    port,
    host,
    appUrl,
    /** The origins of its pages: the address that was set, or every address of this machine at which it listens. */
    origins: set.APP_URL
      ? [appUrl]
      : [appUrl, ...addressesOf(host).map((name) => `http://${isIPv6(name) ? `[${name}]` : name}:${port}`)],
  };
}

/** The addresses under which a server that listens there is reached, but for `localhost`. */
function addressesOf(host: string): string[] {
  const own = ['127.0.0.1', '::1'];
  if (isThisMachine(host)) return own;
  if (host !== '0.0.0.0' && host !== '::') return [...own, host];
  const outside = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return [...own, ...outside.filter(({ internal }) => !internal).map(({ address }) => address)];
}

export type Address = ReturnType<typeof addressOf>;

/** Whether only programs of this machine reach a server that listens there. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

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
    /** The origins of its pages: the address that was set, or every name of this machine. */
    origins: set.APP_URL ? [appUrl] : [appUrl, `http://127.0.0.1:${port}`, `http://[::1]:${port}`],
  };
}

export type Address = ReturnType<typeof addressOf>;

/** Whether only programs of this machine reach a server that listens there. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

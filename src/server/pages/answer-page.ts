import { brotliCompressSync, constants } from 'node:zlib';
import type { Context } from 'hono';
import { pageHeaders } from '../http/security-headers.ts';
import { chooseEncoding } from '../shared-pages/packed-page.ts';

/** The best quality takes a tenth of a second for a page with a list in it, in which the process answers no request. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

export type Page = { html: string; packed: Uint8Array<ArrayBuffer>; headers: Record<string, string> };

/** Makes a page ready to be sent to many; `vary` names the request's headers that it depends on. */
export function packPage(html: string, vary: string, more: Record<string, string> = {}): Page {
  const headers = { ...pageHeaders(html), 'Cache-Control': 'no-cache', Vary: vary, ...more };
  return { html, packed: new Uint8Array(brotliCompressSync(html, quick)), headers };
}

export function answerPage(c: Context, { html, packed, headers }: Page): Response {
  if (chooseEncoding(c.req.header('accept-encoding') ?? '') !== 'br') return c.html(html, 200, headers);
  return c.body(packed, 200, {
    ...headers,
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Encoding': 'br',
  });
}

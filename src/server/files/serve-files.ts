import type { Api } from '../http/api.ts';
import type { Files } from './files.ts';

/**
 * Serves the files of one folder to everybody: `<address>/<name>`, always as that one type whatever is in
 * them, and for ever, because a file never changes.
 */
export function serveFiles(
  api: Api,
  files: Files,
  { address, folder, type }: { address: string; folder: string; type: string },
): void {
  api.get(`${address}/:name`, async (c) => {
    const bytes = await files.read(`${folder}/${c.req.param('name')}`);
    if (!bytes) return c.notFound();
    return c.body(bytes, 200, {
      'Content-Type': type,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'same-origin',
    });
  });
}

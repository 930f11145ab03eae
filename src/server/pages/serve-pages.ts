import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Api } from '../http/api.ts';
import { answerPage } from './answer-page.ts';
import { type Documents, packDocument } from './documents.ts';

/**
 * Serves the built browser side: hashed assets for a year, and for any address that
 * nothing else answers the application shell, which decides in the browser. `media` are folders of the product's
 * own files, by the address they appear under.
 */
export function servePages(
  api: Api,
  { build, documents, media }: { build: string; documents: Documents; media: Record<string, string> },
): void {
  const client = path.join(build, 'client');

  api.get(
    '/assets/*',
    serveStatic({
      root: client,
      precompressed: true,
      onFound: (_file, c) => {
        c.header('Cache-Control', 'public, max-age=31536000, immutable');
      },
    }),
  );
  for (const [address, folder] of Object.entries(media)) {
    api.get(
      `${address}/*`,
      async (c, next) => {
        await next();
        // Captions would go out as bytes of no known type.
        if (c.req.path.endsWith('.vtt') && c.res.ok) c.header('Content-Type', 'text/vtt; charset=UTF-8');
      },
      serveStatic({
        root: folder,
        rewriteRequestPath: (requested) => requested.slice(address.length),
        onFound: (_file, c) => {
          c.header('Cache-Control', 'public, max-age=86400');
        },
      }),
    );
  }
  // Files at the root: favicon, robots.txt, manifest. A name with an ending is a file or nothing.
  // Pages are not among them: those go out above and below, with their policy.
  api.get(
    '/:file{[\\w-]+\\.(?!html$)\\w+}',
    serveStatic({
      root: client,
      onFound: (_file, c) => {
        // A browser asks again for the worker, which loads nothing but pages and files of this site.
        if (c.req.path !== '/worker.js') return;
        c.header('Cache-Control', 'no-cache');
        c.header('Content-Security-Policy', "default-src 'none'; connect-src 'self'");
      },
    }),
  );
  // For the worker, where the pages that a person opens are written for them.
  api.get('/shell', (c) => answerPage(c, packDocument(documents.shell)));
  for (const address of documents.addresses) {
    api.get(address, async (c, next) => {
      const isPage = !c.req.path.startsWith('/api/') && !/\.\w+$/.test(c.req.path);
      if (!isPage) return next();
      return answerPage(c, packDocument(await documents.of(c, address)));
    });
  }
}

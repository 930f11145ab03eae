import { createServer } from 'node:net';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { servePages } from '#server/http/serve-pages.ts';
import { type Community, newCommunity } from './community.ts';

export type Site = Community & { url: string };

const project = path.join(import.meta.dirname, '../..');

/** A community with its pages, listening on a free port of this machine: what a browser visits. */
export async function newSite(options: Parameters<typeof newCommunity>[0] = {}): Promise<Site> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const community = await newCommunity({ ...options, origin: url });
  await servePages(community.api, {
    build: path.join(project, 'build/client'),
    media: {
      '/media/clips': path.join(project, 'seed/clips'),
      '/media/avatars': path.join(project, 'seed/avatars'),
    },
    overTls: false,
  });
  const server = serve({ fetch: community.api.fetch, port, hostname: '127.0.0.1' });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  return {
    ...community,
    url,
    async close() {
      // Streams of pages that are still open would keep the server waiting.
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await community.close();
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

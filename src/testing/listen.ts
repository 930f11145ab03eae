import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { ServerType } from '@hono/node-server';
import type { KyselyPlugin, QueryId } from 'kysely';
import { readAccount } from '#features/accounts/contract.ts';
import { mayBeSignedIn } from '#features/accounts/resolve-actor.ts';
import { serveLanding } from '#features/landing/serve-landing.ts';
import { portraitsAddress } from '#features/profiles/contract.ts';
import { serveAddresses } from '#features/sharing/preview/serve-addresses.ts';
import { type Answering, listen } from '#server/http/listen.ts';
import { createLog } from '#server/log.ts';
import { openDocuments } from '#server/pages/documents.ts';
import { readPageShells } from '#server/pages/page-shells.ts';
import { servePages } from '#server/pages/serve-pages.ts';
import { type Community, newCommunity } from './community.ts';

export type Site = Community & { url: string };

const project = path.join(import.meta.dirname, '../..');

type Address = { url: string; server: ServerType; answering: Answering };

/** Addresses that no site has. A browser that knows one has the product's files in its cache already. */
const free: Address[] = [];

/**
 * A community with its pages, listening on a free port of this machine: what a browser visits. It keeps the pages that
 * readers share, as the product does, and has read what a test wrote before the test goes on. Closing it fails where an
 * answer was not what its contract describes: the page would show the fault as a broken server.
 */
export async function newSite(
  {
    writesForMembers = false,
    ...options
  }: Parameters<typeof newCommunity>[0] & {
    /** Whether a member's first page is in its document. Without it the application asks for all that a page shows. */
    writesForMembers?: boolean;
  } = {},
  /** Browsers make passkeys for a name alone. */
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<Site> {
  const address = free.pop() ?? (await newAddress());
  const url = address.url.replace('127.0.0.1', host);
  const wrongAnswers: Error[] = [];
  const community = await newCommunity({
    sharedPages: true,
    onWrongAnswer: (fault) => void wrongAnswers.push(fault),
    ...options,
    origin: url,
  });
  const build = path.join(project, 'build');
  const shells = await readPageShells(build, [readAccount.path]);
  const documents = openDocuments(community.api, {
    build,
    shells,
    mayBeSignedIn,
    hasTime: () => writesForMembers,
  });
  await serveLanding(community.api, { build, site: url });
  serveAddresses(community.api, { documents, site: url, trustProxy: false, log: createLog('silent') });
  servePages(community.api, {
    build,
    documents,
    media: {
      '/media/clips': path.join(project, 'seed/clips'),
      [portraitsAddress]: path.join(project, 'src/features/profiles/portraits'),
      '/media/avatars': path.join(project, 'seed/avatars'),
    },
  });
  address.answering = { answerKept: community.answerKept, fetch: community.api.fetch };
  return {
    ...community,
    url,
    db: community.db.withPlugin(lookAfterWrites(community)),
    async request(person, method, ...rest) {
      const answer = await community.request(person, method, ...rest);
      if (method !== 'GET') await community.look();
      return answer;
    },
    async close() {
      address.answering = nothing;
      // Streams of pages that are still open would keep the community busy.
      if ('closeAllConnections' in address.server) address.server.closeAllConnections();
      await community.close();
      free.push(address);
      if (wrongAnswers.length > 0) throw new AggregateError(wrongAnswers, saidBy(wrongAnswers));
    },
  };
}

const saidBy = (faults: readonly Error[]) => [...new Set(faults.map(({ message }) => message))].join('\n');

/** A test writes to tables beside the server, which would read of it within a second. */
function lookAfterWrites({ look }: Community): KyselyPlugin {
  const reads = new WeakSet<QueryId>();
  return {
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode') reads.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (!reads.has(queryId)) await look();
      return result;
    },
  };
}

/**
 * Where a page of a site finds axe. Chromium compiles a script that it has in its cache once; one that the test hands
 * over takes it a fifth of a second each time.
 */
export const axeAddress = '/axe.min.js';
const axeScript = new Response(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js')), {
  headers: { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=3600, immutable' },
});

const nothing: Answering = {
  answerKept: () => false,
  fetch: () => new Response('No site has this address now.', { status: 503 }),
};

async function newAddress(): Promise<Address> {
  // The system chooses the port, so that runs side by side never meet.
  const server = await listen(
    {
      answerKept: (request, response) => address.answering.answerKept(request, response),
      fetch: (request, env) =>
        request.url.endsWith(axeAddress) ? axeScript.clone() : address.answering.fetch(request, env),
    },
    { port: 0, hostname: '127.0.0.1' },
  );
  const { port } = server.address() as AddressInfo;
  const address: Address = { url: `http://127.0.0.1:${port}`, server, answering: nothing };
  return address;
}

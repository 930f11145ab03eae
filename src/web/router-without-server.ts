import type { DataStrategyFunction } from 'react-router';
import { fetchPart } from './ui/overlays/lazy-part.ts';

// What React Router does where it has a server of its own, for an application that has none: its routes have no
// loaders or actions but their own `clientLoader`, and their list is complete. The build puts these functions in the
// place of React Router's (scripts/web-build/router-without-server.ts), which are 5 kB of every page.

/** A server would send the state of its loaders with the document. Sumi's documents have none. */
export const decodeViaTurboStream = async () => ({ value: { loaderData: {} } });

/** Loads pages, and asks nothing of a server. */
export const getTurboStreamSingleFetchDataStrategy =
  (): DataStrategyFunction =>
  ({ matches, runClientMiddleware }) =>
    runClientMiddleware(async () => {
      const due = matches.filter((match) => match.shouldCallHandler());
      return Object.fromEntries(
        await Promise.all(due.map(async (match) => [match.route.id, await match.resolve()] as const)),
      );
    });

/** A server would name the routes that the application does not know yet. Sumi's knows all. */
export const getPatchRoutesOnNavigationFunction = () => undefined;
export const useFogOFWarDiscovery = () => {};

/** Watches routers and routes, where an application asks for it. */
export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
export const getRouteInstrumentationUpdates = () => ({});
export const instrumentClientSideRouter = <Router>(router: Router): Router => router;

/**
 * Fetches the module of a page. Where it cannot, the page's frame says so (page-error.tsx). React Router's own loads
 * the document again, which without a connection never ends, and after an update of Sumi leads back to the page before.
 */
export async function loadRouteModule(
  route: { id: string; module: string },
  loaded: Record<string, unknown>,
): Promise<unknown> {
  loaded[route.id] ??= await fetchPart(() => import(/* @vite-ignore */ route.module));
  return loaded[route.id];
}

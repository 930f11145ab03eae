import {
  type Authentication,
  type AuthenticationSettings,
  createAuthentication,
} from '#features/accounts/create-authentication.ts';
import { rememberedActors } from '#features/accounts/remembered-actors.ts';
import { createActorResolver } from '#features/accounts/resolve-actor.ts';
import { accountRoutes, type DemoSignIn } from '#features/accounts/routes.ts';
import { adminRoutes } from '#features/admin/routes.ts';
import { classesRoutes } from '#features/classes/routes.ts';
import { coinRoutes } from '#features/coins/routes.ts';
import { cupRoutes } from '#features/cup/routes.ts';
import { membershipsRoutes } from '#features/memberships/routes.ts';
import { profileRoutes } from '#features/profiles/routes.ts';
import { quizRoutes } from '#features/quiz/routes.ts';
import { storeRoutes } from '#features/store/routes.ts';
import { videoRoutes } from '#features/videos/routes.ts';
import type { Connection } from '#server/db/connect.ts';
import type { Follower } from '#server/events/follow-events.ts';
import type { Files } from '#server/files/files.ts';
import type { Api } from '#server/http/api.ts';
import { createApp } from '#server/http/create-app.ts';
import { systemRoutes } from '#server/http/system-routes.ts';
import type { Log } from '#server/log.ts';
import { realtimeRoutes } from '#server/realtime/routes.ts';
import { Streams } from '#server/realtime/streams.ts';

export type Composition = { api: Api; authentication: Authentication; streams: Streams };

export type Parts = {
  connection: Connection;
  follower: Follower;
  log: Log;
  clock: () => Date;
  settings: AuthenticationSettings & { trustProxy: boolean };
  demoSignIns: () => Promise<DemoSignIn[]>;
  /** Where what people upload is kept. */
  files: Files;
};

/** Puts the product together around a database. Listens to nothing yet: the tests use it as it is. */
export function compose({
  connection: { db },
  follower,
  log,
  clock,
  settings,
  demoSignIns,
  files,
}: Parts): Composition {
  const authentication = createAuthentication(db, settings);
  const streams = new Streams(follower);
  follower.onLost(rememberedActors.forgetEverybody);
  follower.onAccessChanged((userId) => {
    rememberedActors.forget(userId);
    streams.closeOf(userId);
  });
  follower.onEvent(({ kind, audience }) => {
    if (!kind.startsWith('accounts.')) return;
    for (const userId of audience ?? []) rememberedActors.forget(userId);
  });
  const api = createApp({
    db,
    log,
    clock,
    origins: settings.origins,
    trustProxy: settings.trustProxy,
    resolveActor: createActorResolver(db, authentication),
    features: [
      systemRoutes(db),
      accountRoutes(authentication, demoSignIns),
      realtimeRoutes(streams),
      coinRoutes,
      storeRoutes,
      membershipsRoutes,
      classesRoutes,
      cupRoutes,
      profileRoutes(files),
      quizRoutes,
      videoRoutes,
      adminRoutes,
    ],
  });
  return { api, authentication, streams };
}

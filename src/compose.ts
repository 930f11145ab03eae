import { Registry } from 'prom-client';
import { createActorResolver } from '#features/accounts/resolve-actor.ts';
import { accountRoutes, type DemoSignIn, formReturn } from '#features/accounts/routes.ts';
import { requestLimit } from '#features/accounts/rules.ts';
import { rememberedActorsOf } from '#features/accounts/sessions/remembered-actors.ts';
import type { AuthenticationSettings } from '#features/accounts/sign-in/authentication-settings.ts';
import {
  type Authentication,
  createAuthentication,
} from '#features/accounts/sign-in/create-authentication.ts';
import { createPasswordChecks } from '#features/accounts/sign-in/password-checks.ts';
import { adminRoutes } from '#features/admin/routes.ts';
import { announcementRoutes } from '#features/announcements/routes.ts';
import { auditRoutes } from '#features/audit/routes.ts';
import { type CalendarSetting, calendarRoutes } from '#features/calendar/routes.ts';
import { classRoutes } from '#features/classes/routes.ts';
import { seatFulfilment } from '#features/classes/seats/fulfil-seat.ts';
import { coinRoutes } from '#features/coins/routes.ts';
import { cupRoutes } from '#features/cup/routes.ts';
import type { CommunityLinks } from '#features/landing/contract.ts';
import { landingRoutes } from '#features/landing/routes.ts';
import { membershipFulfilment } from '#features/memberships/fulfil-membership.ts';
import { membershipRoutes } from '#features/memberships/routes.ts';
import { notificationRoutes } from '#features/notifications/routes.ts';
import { joinProviders, type PaymentProviders } from '#features/payments/payment-providers.ts';
import type { PaymentProvider } from '#features/payments/providers/payment-provider.ts';
import { paymentRoutes } from '#features/payments/routes.ts';
import { peopleRoutes } from '#features/people/routes.ts';
import { privacyRoutes } from '#features/privacy/routes.ts';
import { type KeptDays, usualKeptDays } from '#features/privacy/rules.ts';
import { profileRoutes } from '#features/profiles/routes.ts';
import { quizRoutes } from '#features/quiz/routes.ts';
import { reportRoutes } from '#features/reports/routes.ts';
import { sharingRoutes } from '#features/sharing/routes.ts';
import { storeRoutes } from '#features/store/routes.ts';
import { teacherRoutes } from '#features/teachers/routes.ts';
import { todayRoutes } from '#features/today/routes.ts';
import { videoRoutes } from '#features/videos/routes.ts';
import type { Connection } from '#server/db/connect.ts';
import type { Follower } from '#server/events/follow-events.ts';
import type { Files } from '#server/files/files.ts';
import type { Api } from '#server/http/api.ts';
import { createApp } from '#server/http/create-app.ts';
import { systemRoutes } from '#server/http/system-routes.ts';
import { keyNames } from '#server/limits/keyed-names.ts';
import { RequestCounts } from '#server/limits/limit-requests.ts';
import type { Log } from '#server/log.ts';
import { metricsRoutes } from '#server/metrics/metrics-routes.ts';
import { requestMetrics } from '#server/metrics/request-metrics.ts';
import { policyReportRoutes } from '#server/pages/take-policy-report.ts';
import type { Processes } from '#server/processes/worker-part.ts';
import type { PushService } from '#server/push/push-service.ts';
import { realtimeRoutes } from '#server/realtime/routes.ts';
import { Streams } from '#server/realtime/streams.ts';
import type { Replica } from '#server/replica/follow-replica.ts';
import { type AnswerKept, createAnswerKept } from '#server/shared-pages/answer-kept.ts';
import { SharedPages } from '#server/shared-pages/shared-pages.ts';
import type { VideoSources } from '#server/video-sources/video-sources.ts';
import { everyOwnData } from './every-own-data.ts';
import { everyReportSubject } from './every-report-subject.ts';

export type Composition = {
  api: Api;
  answerKept: AnswerKept;
  authentication: Authentication;
  streams: Streams;
  providers: PaymentProviders;
};

export type Parts = {
  connection: Connection;
  follower: Follower;
  log: Log;
  clock: () => Date;
  settings: AuthenticationSettings & { trustProxy: boolean };
  demoSignIns: () => Promise<DemoSignIn[]>;
  /** Stores the files that people upload. */
  files: Files;
  /** The community's accounts on other networks. */
  links: CommunityLinks;
  /** The sources of videos of other services. */
  videoSources: VideoSources;
  /** The payment provider of new payments, null for none, and every provider that took earlier ones. */
  payments: { current: PaymentProvider | null; all: readonly PaymentProvider[] };
  /** Bytes of memory for the pages that readers share; 0 keeps none. */
  sharedPagesBytes: number;
  /** Where those pages are read, as far as it has what they need; null for the database itself. */
  replica: Replica | null;
  /** What a program has to know that reads `/metrics`; without one there are no metrics. */
  metricsToken: string | null;
  /** The calendar in which organisers see the classes. */
  calendar: CalendarSetting;
  /** Takes messages for people's devices. */
  push: PushService;
  /** For how many days what is not for good is kept, which the privacy notice tells; as usual when left out. */
  keptDays?: KeptDays;
  /** Which process of the server this is; null, as when left out, where it is the only one. */
  processes?: (() => Processes) | null;
};

/** Assembles the product around a database. It opens no port, so tests use it as it is. */
export function compose({
  connection: { db, pool },
  follower,
  log,
  clock,
  settings,
  demoSignIns,
  files,
  links,
  videoSources,
  payments,
  sharedPagesBytes,
  replica,
  metricsToken,
  calendar,
  push,
  processes = null,
  keptDays = usualKeptDays,
}: Parts): Composition {
  keyNames(settings.secret);
  const authentication = createAuthentication(db, log, settings);
  const actors = rememberedActorsOf(db);
  const passwords = createPasswordChecks(authentication);
  const streams = new Streams(follower);
  const registry = new Registry();
  const providers = joinProviders(payments.current, payments.all, {
    membership: membershipFulfilment,
    single: seatFulfilment,
  });
  // What was changed meanwhile may never be heard. Browsers connect again by themselves, with the rights they have
  // then.
  follower.onLost(() => {
    actors.forgetEverybody();
    streams.closeAll();
  });
  follower.onAccessChanged((userId) => {
    actors.forget(userId);
    streams.closeOf(userId);
  });
  follower.onEvent(({ kind, audience }) => {
    if (!kind.startsWith('accounts.')) return;
    // The same news once more, for a process that missed the notification.
    for (const userId of audience ?? []) {
      actors.forget(userId);
      if (kind === 'accounts.access-changed') streams.closeOf(userId);
    }
  });
  const overTls = settings.appUrl.startsWith('https:');
  const metrics = metricsToken === null ? null : requestMetrics(registry);
  const pages = new SharedPages(follower, sharedPagesBytes, { replica });
  const requests = settings.limitAttempts ? new RequestCounts(requestLimit) : null;
  const api = createApp({
    db,
    log,
    clock,
    origins: settings.origins,
    trustProxy: settings.trustProxy,
    overTls,
    measure: metrics?.measure,
    formsFromElsewhere: [formReturn],
    pages,
    requests,
    resolveActor: createActorResolver({ db, actors }, authentication, settings),
    features: [
      systemRoutes({ db, site: settings.appUrl, clock, processes }),
      policyReportRoutes,
      metricsRoutes({
        token: metricsToken,
        registry,
        streams,
        db,
        pool,
        replica,
        log,
        clock,
        trustProxy: settings.trustProxy,
      }),
      accountRoutes({ authentication, settings, demoSignIns, passwords, contact: links.whatsApp }),
      realtimeRoutes(streams, {
        areInForce(c) {
          const { actor, now } = c.get('ctx');
          return actors.recall(c.get('token') ?? '', now.getTime())?.actor === actor;
        },
      }),
      notificationRoutes(settings, push),
      reportRoutes(everyReportSubject),
      coinRoutes,
      storeRoutes(settings.appUrl),
      paymentRoutes(providers),
      membershipRoutes(providers),
      teacherRoutes,
      classRoutes(providers),
      calendarRoutes(calendar, settings.appUrl),
      cupRoutes,
      todayRoutes,
      sharingRoutes(settings.appUrl),
      profileRoutes(files),
      quizRoutes,
      videoRoutes(videoSources),
      landingRoutes(links),
      auditRoutes,
      peopleRoutes(settings),
      privacyRoutes({ passwords, files, ownData: everyOwnData, keptDays }),
      adminRoutes,
      announcementRoutes,
    ],
  });
  const answerKept = createAnswerKept({
    pages,
    clock,
    overTls,
    recallActor: (token, now) => actors.recall(token, now)?.actor,
    countRequest: (userId, now) => requests?.take(userId, now) ?? true,
    measure: metrics?.count ?? null,
  });
  return { api, answerKept, authentication, streams, providers };
}

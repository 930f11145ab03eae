import path from 'node:path';
import { readAccount } from '#features/accounts/contract.ts';
import { accountJobs } from '#features/accounts/jobs.ts';
import { letterWriter } from '#features/accounts/letters/write-letter.ts';
import { smsWriter } from '#features/accounts/phones/write-sms.ts';
import { mayBeSignedIn } from '#features/accounts/resolve-actor.ts';
import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import { makeFirstAdmin } from '#features/accounts/roles/make-first-admin.ts';
import type { Authentication } from '#features/accounts/sign-in/create-authentication.ts';
import { announcementJobs } from '#features/announcements/jobs.ts';
import { auditJobs } from '#features/audit/jobs.ts';
import { readClassEvents } from '#features/calendar/feed/read-class-events.ts';
import { calendarJobs } from '#features/calendar/jobs.ts';
import { classJobs } from '#features/classes/jobs.ts';
import { noteLettersArrive } from '#features/coins/note-letters-arrive.ts';
import { cupJobs } from '#features/cup/jobs.ts';
import { serveLanding } from '#features/landing/serve-landing.ts';
import { membershipJobs } from '#features/memberships/jobs.ts';
import { notificationJobs } from '#features/notifications/jobs.ts';
import { paymentJobs } from '#features/payments/jobs.ts';
import { choosePayments } from '#features/payments/providers/choose-payments.ts';
import { peopleJobs } from '#features/people/jobs.ts';
import { portraitsAddress } from '#features/profiles/contract.ts';
import { profileJobs } from '#features/profiles/jobs.ts';
import { quizJobs } from '#features/quiz/jobs.ts';
import { reportJobs } from '#features/reports/jobs.ts';
import { serveAddresses } from '#features/sharing/preview/serve-addresses.ts';
import { videoJobs } from '#features/videos/jobs.ts';
import { closeDemo, countDemoPeople } from '#seed/close-demo.ts';
import { readDemoSignIns, seedDemo } from '#seed/seed-demo.ts';
import { backupsInBucket } from '#server/backup/backups-in-bucket.ts';
import { scheduleBackups } from '#server/backup/schedule-backups.ts';
import { chooseCalendar } from '#server/calendar/choose-calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { followEvents } from '#server/events/follow-events.ts';
import { chooseFiles } from '#server/files/choose-files.ts';
import type { Api } from '#server/http/api.ts';
import { closeGently } from '#server/http/close-gently.ts';
import { listen } from '#server/http/listen.ts';
import { serverJobs } from '#server/jobs/server-jobs.ts';
import { startJobs } from '#server/jobs/start-jobs.ts';
import type { Log } from '#server/log.ts';
import { mailInFolder } from '#server/mail/mail-in-folder.ts';
import { mailOverSmtp } from '#server/mail/mail-over-smtp.ts';
import { jitsiRooms, noMeetingRooms } from '#server/meeting-rooms/meeting-rooms.ts';
import { OperatorError } from '#server/operator-error.ts';
import { openDocuments } from '#server/pages/documents.ts';
import { readPageShells } from '#server/pages/page-shells.ts';
import { servePages } from '#server/pages/serve-pages.ts';
import { agreeOnSettings } from '#server/processes/agree-on-settings.ts';
import { freeMemoryOfStart } from '#server/processes/free-memory-of-start.ts';
import { leaveWhenReplaced } from '#server/processes/leave-when-replaced.ts';
import type { Processes } from '#server/processes/worker-part.ts';
import { pushKeysFrom } from '#server/push/push-keys.ts';
import { createPushService } from '#server/push/push-service.ts';
import { followReplica } from '#server/replica/follow-replica.ts';
import type { Sms } from '#server/sms/sms.ts';
import { smsInLog } from '#server/sms/sms-in-log.ts';
import { smsOverHttp } from '#server/sms/sms-over-http.ts';
import { chooseVideoSources } from '#server/video-sources/choose-video-sources.ts';
import { visitor } from '#shared/actor.ts';
import { compose } from '../compose.ts';
import type { Config } from '../config.ts';
import { describeStart } from './describe-start.ts';
import type { Database } from './find-database.ts';
import { linksToShow } from './links-to-show.ts';
import { settingsInCommon } from './settings-in-common.ts';
import { stopInOrder } from './stop-in-order.ts';

const project = path.join(import.meta.dirname, '../..');

export type ServerParts = {
  database: Database;
  /** Connections that this process may hold, beside the one that listens. */
  poolSize: number;
  prepares: boolean;
  /** Which process of the server this is; null where it is the only one. */
  processes: (() => Processes) | null;
  log: Log;
};

/**
 * Serves the community of a database from this process: everything that runs is in this list. Every process of a server
 * does all of it; `prepares` is true for the one that fills the database at a start and says what it serves.
 */
export async function serveCommunity(
  config: Config,
  { database, poolSize, prepares, processes, log }: ServerParts,
): Promise<void> {
  const say = (line: string) => void (prepares && process.stdout.write(`${line}\n`));
  const connection = connect(database.address, { poolSize });
  const { db, pool } = connection;
  const migrated = await migrate(pool);
  if (migrated.length > 0) say(`The database has ${migrated.length} new migrations.`);

  let isServing = false;
  const follower = await followEvents(db, database.address, log, {
    onListening: async (client) => {
      const differing = await agreeOnSettings(client, settingsInCommon(config));
      if (differing.length === 0) return;
      const message = `${differing.join(', ')}: not as another server has it that runs on this database. Set the same, or stop that one first.`;
      if (!isServing) throw new OperatorError(message);
      log.error(message);
    },
  });
  const replica = config.replicaUrl
    ? followReplica(config.replicaUrl, { primary: db, position: follower.position, log })
    : null;
  const videoSources = chooseVideoSources(config);
  const calendar = await chooseCalendar(db, config.calendar);
  const rooms = config.jitsiUrl ? jitsiRooms(config.jitsiUrl, config.secret) : noMeetingRooms;
  const clock = () => new Date();
  const files = chooseFiles(config, log);
  const push = createPushService(pushKeysFrom(config.secret), config.contact);
  const { api, answerKept, authentication, streams, providers } = compose({
    connection,
    follower,
    log,
    clock,
    settings: {
      ...config,
      sessionIdleDays: config.keptDays.idleSessions,
      sessionMaxDays: config.keptDays.sessions,
      limitAttempts: true,
    },
    keptDays: config.keptDays,
    demoSignIns: () => (config.seed === 'demo' ? readDemoSignIns(config.dataDir) : Promise.resolve([])),
    files,
    links: linksToShow(config),
    videoSources,
    payments: await choosePayments(db, clock, config),
    push,
    processes,
    sharedPagesBytes: config.sharedPagesBytes,
    replica,
    metricsToken: config.metricsToken,
    calendar: {
      calendar,
      meetings: config.calendar.google?.meet ? 'google-meet' : config.jitsiUrl ? 'jitsi' : null,
      subscribed: config.calendar.icsUrl !== null,
    },
  });
  await serveDocuments(api, config, log);
  const ctx = { db, actor: visitor, now: new Date(), log, afterCommit: () => {} };
  const prepared = prepares ? await prepareCommunity(ctx, authentication, config, say) : null;
  const letters = path.join(config.dataDir, 'mail');
  const mail = config.smtp
    ? mailOverSmtp({ ...config.smtp, from: config.mailFrom })
    : mailInFolder(letters, config.mailFrom);
  const backups = scheduleBackups(
    config.backup,
    path.join(project, 'scripts/operate/backup.ts'),
    config.bucket && config.backup.toBucket ? backupsInBucket(config.bucket) : null,
  );
  const { keptDays } = config;
  const jobs = await startJobs({ db, log, clock }, [
    serverJobs({
      dataDir: config.dataDir,
      mail,
      letters,
      sms: smsOf(config, log),
      smsADay: config.phoneCodes?.aDay ?? 0,
      letterWriters: { accounts: letterWriter(config) },
      smsWriters: { accounts: smsWriter(config) },
      files,
      backups,
      archive: config.walArchive?.folder ?? null,
      hasStandby: config.hasStandby,
    }),
    accountJobs(keptDays.sessions),
    auditJobs(keptDays.acts),
    notificationJobs({
      days: keptDays.notices,
      mail: {
        ...config,
        mail: config.mail === 'none' ? null : mail,
        provedOnly: config.mail === 'sent',
        eventsOf: readClassEvents,
      },
      push,
    }),
    reportJobs(keptDays.reports),
    paymentJobs(providers),
    membershipJobs(),
    profileJobs(),
    classJobs(),
    calendarJobs({ calendar, rooms }),
    videoJobs(videoSources),
    cupJobs(),
    quizJobs(keptDays.leads),
    peopleJobs(),
    announcementJobs(),
  ]);

  const { port, host: hostname } = config;
  const server = await listen({ answerKept, fetch: api.fetch }, { port, hostname });
  isServing = true;
  void freeMemoryOfStart();
  say(`Sumi is ready at ${config.appUrl}`);
  for (const line of prepared ? describeStart(config, prepared) : []) say(line);

  const closeStreams = () => streams.closeAll();
  if (processes) leaveWhenReplaced(server, closeStreams);
  stopInOrder(log, [
    {
      run: () => Promise.all([closeGently(server, closeStreams), backups.stop(), jobs.stop()]),
      withinMs: 4500,
    },
    () => follower.stop(),
    () => Promise.all([connection.close(), replica?.stop()]),
    () => database.stop(),
  ]);
}

/** The landing page, the addresses that are shared, and the application with its files. */
async function serveDocuments(api: Api, config: Config, log: Log): Promise<void> {
  const build = path.join(project, 'build');
  const shells = await readPageShells(build, [readAccount.path]);
  const documents = openDocuments(api, { build, shells, mayBeSignedIn });
  await serveLanding(api, { build, site: config.appUrl });
  serveAddresses(api, { documents, site: config.appUrl, trustProxy: config.trustProxy, log });
  servePages(api, {
    build,
    documents,
    media: {
      '/media/clips': path.join(project, 'seed/clips'),
      [portraitsAddress]: path.join(project, 'src/features/profiles/portraits'),
      '/media/avatars': path.join(project, 'seed/avatars'),
    },
  });
}

/** Where text messages go: to the service, or on trial to the log; null where none are sent. */
function smsOf({ phoneCodes }: Config, log: Log): Sms | null {
  if (!phoneCodes) return null;
  return phoneCodes.service ? smsOverHttp(phoneCodes.service) : smsInLog(log);
}

/** Opens or closes the demo and makes the first administrator: what a start does to the database, once. */
async function prepareCommunity(
  ctx: Ctx,
  authentication: Authentication,
  config: Config,
  say: (line: string) => void,
) {
  await noteLettersArrive(ctx, config.mail === 'sent');
  if (config.seed === 'none') {
    const { signIns, roles } = await closeDemo(ctx, config.dataDir, config.firstAdmin?.email ?? null);
    if (signIns > 0) say(`The demo's ${signIns} sign-ins are closed.`);
    if (roles > 0) {
      say(`${roles} administrators and teachers of the demo are students now: its visitors could be them.`);
    }
  }
  const signIns = config.seed === 'demo' ? await seedDemo(ctx, authentication, config.dataDir) : [];
  const madeAdmin =
    config.firstAdmin !== null &&
    (await makeFirstAdmin(ctx, authentication, {
      ...config.firstAdmin,
      demoAddresses: signIns.map(({ email }) => email),
    }));
  const hasAdmin = (await listAdministrators(ctx)).length > 0;
  return { signIns, madeAdmin, hasAdmin, demoPeople: await countDemoPeople(ctx) };
}

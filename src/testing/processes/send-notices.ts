import { setTimeout as sleep } from 'node:timers/promises';
import { readClassEvents } from '#features/calendar/feed/read-class-events.ts';
import { mailNotices } from '#features/notifications/delivery/mail-notices.ts';
import { pushNotices } from '#features/notifications/delivery/push-notices.ts';
import { connect } from '#server/db/connect.ts';
import { runDue } from '#server/jobs/run-due.ts';
import { createLog } from '#server/log.ts';
import { mailOverSmtp } from '#server/mail/mail-over-smtp.ts';
import { pushKeysFrom } from '#server/push/push-keys.ts';
import { createPushService } from '#server/push/push-service.ts';
import { visitor } from '#shared/actor.ts';

// A process of its own that sends notices, as a server does, until it is killed. It names itself in all that it sends.
const { database, smtpUrl, sender, secret, leaseMs } = JSON.parse(process.env.SENDING ?? '');
const { db } = connect(database, { poolSize: 8 });
const log = createLog('silent');
const ctxNow = () => ({ db, actor: visitor, now: new Date(), log, afterCommit: () => {} });
const handlers = [
  ...mailNotices({
    appUrl: 'http://localhost:3000',
    secret,
    mail: mailOverSmtp({ url: smtpUrl, from: `Sumi <${sender}>` }),
    provedOnly: false,
    eventsOf: readClassEvents,
  }),
  pushNotices(createPushService(pushKeysFrom(secret), `mailto:${sender}`, { allows: () => true })),
];
process.stdout.write('ready');
await Promise.all(
  handlers.map(async (handler) => {
    for (;;) {
      await runDue(ctxNow, handler, { leaseMs });
      await sleep(50);
    }
  }),
);

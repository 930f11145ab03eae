import {
  type Fault as CalendarFault,
  startGoogleStandIn,
} from '../../../src/testing/stand-ins/google-calendar.ts';
import { type Behaviour as MailBehaviour, mailServer } from '../../../src/testing/stand-ins/mail-server.ts';
import {
  type Fault as PaymentFault,
  standInSecrets,
  startStripeStandIn,
} from '../../../src/testing/stand-ins/stripe.ts';

export type Outside = Awaited<ReturnType<typeof startOutside>>;

type FaultOfEach = {
  mail: MailBehaviour;
  calendar: CalendarFault;
  /** What befalls every other call or so: the client of the payment provider tries again by itself. */
  payments: PaymentFault;
};

/** What the mail server, the calendar and the payment provider may do, each for a while. */
export const outsideFaults = {
  stalls: { mail: 'stalls', calendar: 'stall', payments: 'stall' },
  fails: {
    mail: 'no-such-mailbox',
    calendar: { status: 500 },
    payments: 'server-error',
  },
  'asks for patience': {
    mail: 'away-for-now',
    calendar: { status: 429, reason: 'rateLimitExceeded', retryAfter: '1' },
    payments: 'too-many',
  },
  'does twice what it was asked once': { mail: 'says-so-twice', calendar: 'repeat', payments: 'act-twice' },
  'says that it did not what it did': {
    mail: 'says-later-after-taking',
    calendar: 'lie',
    payments: 'error-after-acting',
  },
  'hangs up once it did what it was asked': {
    mail: 'hangs-up-after-taking',
    calendar: 'cut',
    payments: 'cut-after-acting',
  },
} as const satisfies Record<string, FaultOfEach>;
export type OutsideFault = keyof typeof outsideFaults;

/** Starts the stand-ins of the outside world, and answers the settings of a server that uses them. */
export async function startOutside() {
  const mail = await mailServer('Sumi <sumi@example.org>');
  const google = await startGoogleStandIn();
  const stripe = await startStripeStandIn(() => new Date());
  let turning: NodeJS.Timeout | undefined;
  const account = {
    type: 'service_account',
    client_email: google.account.clientEmail,
    private_key: google.account.privateKey,
  };
  const well = () => {
    clearInterval(turning);
    mail.turn('takes');
    google.fault = null;
    google.delayMs = 0;
    stripe.down = false;
    stripe.faults.length = 0;
  };
  return {
    mail,
    google,
    stripe,
    settings: {
      SMTP_URL: mail.address,
      GOOGLE_CALENDAR_ID: 'siege@group.calendar.google.com',
      GOOGLE_SERVICE_ACCOUNT_JSON: JSON.stringify(account),
      STRIPE_SECRET_KEY: standInSecrets.secretKey,
      STRIPE_WEBHOOK_SECRET: standInSecrets.webhookSecret,
      SIEGE_GOOGLE: String(google.port),
      SIEGE_STRIPE: String(stripe.port),
    },
    turn(fault: OutsideFault) {
      well();
      const { mail: letters, calendar, payments } = outsideFaults[fault];
      mail.turn(letters);
      google.fault = calendar;
      stripe.down = fault === 'fails';
      turning = setInterval(() => stripe.faults.push(payments), 40);
    },
    well,
    async close() {
      well();
      await Promise.all([mail.close(), google.close(), stripe.close()]);
    },
  };
}

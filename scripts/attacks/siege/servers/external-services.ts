import {
  type Fault as CalendarFault,
  startGoogleStandIn,
} from '../../../../src/testing/stand-ins/google-calendar.ts';
import {
  type Behaviour as MailBehaviour,
  mailServer,
} from '../../../../src/testing/stand-ins/mail-server.ts';
import {
  type Fault as PaymentFault,
  standInSecrets,
  startStripeStandIn,
} from '../../../../src/testing/stand-ins/stripe.ts';

export type ExternalServices = Awaited<ReturnType<typeof startExternalServices>>;

type FaultOfEach = {
  mail: MailBehaviour;
  calendar: CalendarFault;
  /** It hits every other call or so: the client of the payment provider retries by itself. */
  payments: PaymentFault;
};

/** The faults of the mail server, the calendar and the payment provider, which all three have at once. */
export const externalFaults = {
  stall: { mail: 'stalls', calendar: 'stall', payments: 'stall' },
  fail: {
    mail: 'no-such-mailbox',
    calendar: { status: 500 },
    payments: 'server-error',
  },
  'limit the rate': {
    mail: 'away-for-now',
    calendar: { status: 429, reason: 'rateLimitExceeded', retryAfter: '1' },
    payments: 'too-many',
  },
  'handle each request twice': { mail: 'says-so-twice', calendar: 'repeat', payments: 'act-twice' },
  'answer with an error after succeeding': {
    mail: 'says-later-after-taking',
    calendar: 'lie',
    payments: 'error-after-acting',
  },
  'hang up after succeeding': {
    mail: 'hangs-up-after-taking',
    calendar: 'cut',
    payments: 'cut-after-acting',
  },
} as const satisfies Record<string, FaultOfEach>;
export type ExternalFault = keyof typeof externalFaults;

/** Starts the stand-ins of the external services, and answers the settings of a server that uses them. */
export async function startExternalServices() {
  const mail = await mailServer('Sumi <sumi@example.org>');
  const google = await startGoogleStandIn();
  const stripe = await startStripeStandIn(() => new Date());
  let injecting: NodeJS.Timeout | undefined;
  const account = {
    type: 'service_account',
    client_email: google.account.clientEmail,
    private_key: google.account.privateKey,
  };
  const heal = () => {
    clearInterval(injecting);
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
    inject(fault: ExternalFault) {
      heal();
      const { mail: letters, calendar, payments } = externalFaults[fault];
      mail.turn(letters);
      google.fault = calendar;
      stripe.down = fault === 'fail';
      injecting = setInterval(() => stripe.faults.push(payments), 40);
    },
    heal,
    async close() {
      heal();
      await Promise.all([mail.close(), google.close(), stripe.close()]);
    },
  };
}

import { startGoogleStandIn } from '../../../src/testing/stand-ins/google-calendar.ts';
import { mailServer } from '../../../src/testing/stand-ins/mail-server.ts';
import { standInSecrets, startStripeStandIn } from '../../../src/testing/stand-ins/stripe.ts';

export type Outside = Awaited<ReturnType<typeof startOutside>>;

/** What the mail server, the calendar and the payment provider may do, each for a while. */
export const moods = ['stalls', 'fails', 'repeats', 'forgets-to-answer'] as const;
export type Mood = (typeof moods)[number];

/** The client of the payment provider tries again by itself, so that every other call or so fails. */
const faultOf = {
  stalls: 'stall',
  fails: 'server-error',
  repeats: 'too-many',
  'forgets-to-answer': 'cut-after-acting',
} as const;

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
    google.trouble = null;
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
    turn(mood: Mood) {
      well();
      if (mood === 'stalls') {
        mail.turn('stalls');
        google.trouble = 'stall';
      } else if (mood === 'fails') {
        mail.turn('away-for-now');
        google.trouble = { status: 503, retryAfter: '1' };
        stripe.down = true;
      } else if (mood === 'repeats') google.trouble = 'repeat';
      else {
        mail.turn('hangs-up-after-taking');
        google.trouble = 'cut';
      }
      turning = setInterval(() => stripe.faults.push(faultOf[mood]), 40);
    },
    well,
    async close() {
      well();
      await Promise.all([mail.close(), google.close(), stripe.close()]);
    },
  };
}

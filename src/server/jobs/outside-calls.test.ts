import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { letterWriter } from '#features/accounts/letters/write-letter.ts';
import { buyMembership } from '#features/memberships/contract.ts';
import { notify } from '#features/notifications/notify.ts';
import { paymentJobs } from '#features/payments/jobs.ts';
import { createStripeProvider } from '#features/payments/providers/stripe-provider.ts';
import { checkPresence } from '#features/videos/presence/check-presence.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person, testSecret } from '../../testing/community.ts';
import { paymentRow } from '../../testing/payment-scene.ts';
import { insertVideo } from '../../testing/rows/insert-video.ts';
import { noticeHandlers, personWithMail } from '../../testing/stand-ins/notice-mail.ts';
import { type StripeStandIn, standInSecrets, startStripeStandIn } from '../../testing/stand-ins/stripe.ts';
import { payAtStripe } from '../../testing/stand-ins/stripe-books.ts';
import { startVideoSources, type VideoSourcesStandIn } from '../../testing/stand-ins/video-sources.ts';

/*
 * No transaction is open during a call to the outside, which may take as long as it likes: each call is held until the
 * database was asked which of its connections are in a transaction. The calendar is in
 * `calendar/sync/sync-races.test.ts`.
 */

const appUrl = 'http://localhost:3000';
/** Outside of everybody's quiet hours, in which a letter waits. */
const noon = new Date('2026-11-20T18:00:00Z');

let community: Community;
let stripe: StripeStandIn;
let videos: VideoSourcesStandIn;
let admin: Person;
beforeAll(async () => {
  [stripe, videos] = await Promise.all([startStripeStandIn(() => community.now()), startVideoSources()]);
  const payments = createStripeProvider({
    ...{ ...standInSecrets, appUrl, host: '127.0.0.1', port: stripe.port, protocol: 'http' },
    timeoutMs: 60_000,
  });
  const { channels, titles } = videos.sources;
  community = await newCommunity({
    mail: 'sent',
    phoneCodes: { countries: ['MX'], aDay: 100 },
    payments: watched(payments),
    videoSources: { ...videos.sources, channels: watched(channels), titles: watched(titles) },
  });
  admin = await community.person({ role: 'admin' });
});
afterAll(() => Promise.all([community.close(), stripe.close(), videos.close()]));

/** The calls that were made, and how many transactions were open during all of them. */
const made = new Set<string>();
let open = 0;
beforeEach(() => {
  community.setNow(null);
  made.clear();
  open = 0;
});

/** An outside whose calls end only once it was seen whether a transaction is open. */
function watched<T extends object>(outside: T): T {
  return new Proxy(outside, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const answer = value.apply(target, given);
        if (!(answer instanceof Promise)) return answer;
        return look(String(name)).then(() => answer);
      };
    },
  });
}

async function look(call: string): Promise<void> {
  made.add(call);
  const { rows } = await sql<{ open: number }>`select count(*) as open from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(community.db);
  open += rows[0]?.open ?? 0;
}

const answered = async (answer: Response | Promise<Response>) => expect((await answer).status).toBe(200);

describe('no transaction is open while', () => {
  it('a mail server takes a letter', async () => {
    const { email } = await community.person();
    await answered(community.request(null, 'POST', '/api/accounts/password-reset', { email }));
    const writers = { accounts: letterWriter({ appUrl, secret: testSecret }) };
    await community.runDue(sendMail(watched({ send: async () => {} }), writers));
    expect([...made]).toEqual(['send']);
    expect(open).toBe(0);
  });

  it('a mail server takes the letter of a notice', async () => {
    community.setNow(noon);
    const person = await personWithMail(community);
    const detail = { amountCents: 500 };
    await notify(await community.ctxFor(), { to: [person.id], kind: 'payments.refunded', detail });
    for (const handler of noticeHandlers(watched({ send: async () => {} }))) await community.runDue(handler);
    expect([...made]).toEqual(['send']);
    expect(open).toBe(0);
  });

  it('a message service takes a text message', async () => {
    const { id: userId } = await community.person();
    await community.db.insertInto('phones').values({ userId, number: '+525512345678' }).execute();
    const typed = { country: 'MX', number: '5512345678' };
    await answered(community.request(null, 'POST', '/api/accounts/sign-in-sms', typed));
    await community.texts(watched({ send: async () => {} }));
    expect([...made]).toEqual(['send']);
    expect(open).toBe(0);
  });

  it('a payment provider opens, reads, closes, ends or gives back', async () => {
    const runDue = async () => {
      for (const handler of paymentJobs(community.providers).handlers ?? []) await community.runDue(handler);
    };
    const begin = async (person: Person) => {
      const { paymentId } = await answerOf(
        community.request(person, 'POST', '/api/memberships/mine/checkout', {
          tier: 'basic',
        }),
        buyMembership,
      );
      return paymentId;
    };
    const [buyer, other] = [await community.person(), await community.person()];
    const dropped = await begin(other);
    await answered(community.request(other, 'POST', `/api/payments/${dropped}/drop`, {}));
    const paymentId = await begin(buyer);
    const ref = (await paymentRow(community, paymentId)).checkoutRef ?? '';
    payAtStripe(stripe.books, ref, community.now());
    const { rawBody, signature } = stripe.event('checkout.session.completed', { id: ref });
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
    const body = { method: 'POST', body: rawBody, headers };
    await answered(community.api.request('/api/payments/webhooks/stripe', body));
    await answered(community.request(buyer, 'POST', '/api/memberships/mine/cancel', {}));
    await runDue();
    await answered(
      community.request(admin, 'POST', `/api/payments/${paymentId}/refund`, { reason: 'Lo pidió.' }),
    );
    await runDue();
    expect((await paymentRow(community, paymentId)).status).toBe('refunded');
    expect([...made].sort()).toEqual([
      'changeSubscription',
      'closeCheckout',
      'openCheckout',
      'readCheckout',
      'readMoneyBack',
      'refund',
    ]);
    expect(open).toBe(0);
  });

  it('a source of videos is asked for a channel, its videos, a title or whether a video is there', async () => {
    videos.videos = [{ id: randomUUID().slice(-11), title: 'Le pain' }];
    const channel = { address: `https://www.youtube.com/channel/UC${'h'.repeat(22)}` };
    const taught = { language: 'fr', level: 'basic', topics: ['music'] };
    await answered(community.request(admin, 'POST', '/api/videos/channels', { ...channel, ...taught }));
    await answered(community.request(admin, 'POST', '/api/functions/sync-videos', { userId: admin.id }));
    const address = encodeURIComponent('https://youtu.be/abcdefghijk');
    await answered(community.request(admin, 'GET', `/api/videos/proposals/preview?address=${address}`));
    const checkAt = new Date(0);
    await insertVideo(community.db, {
      source: 'youtube',
      sourceId: 'abcdefghijl',
      sourceUrl: 'https://www.youtube.com/watch?v=abcdefghijl',
      checkAt,
    });
    await checkPresence(await community.ctxFor(), watched(videos.sources.presence));
    expect([...made].sort()).toEqual(['find', 'newestOf', 'presenceOf', 'titleOf']);
    expect(open).toBe(0);
  });
});

it('the control: a call to the outside in a transaction is seen', async () => {
  await inTransaction(await community.ctxFor(), async ({ db }) => {
    await db.selectFrom('users').select('id').execute();
    await watched({ send: async () => {} }).send();
  });
  expect(open).toBe(1);
});

import { type Sms, SmsNotTaken } from './sms.ts';

/** The address of the service with how to sign in to it, and the sender: a number, a name, or a service (`MG…`). */
export type SmsService = { url: string; from: string };

/** No connection was made, so nothing was taken. */
const unreached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/**
 * Text messages by the form of Twilio's Messages API, which several services take: a POST with To, Body and From or
 * MessagingServiceSid, signed in to with HTTP Basic. Redirects are not followed: the credentials are for this address.
 */
export function smsOverHttp({ url, from }: SmsService, limits: { timeoutMs?: number } = {}): Sms {
  const address = new URL(url);
  const credentials = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`;
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  address.username = '';
  address.password = '';
  const sender: Record<string, string> = /^MG[0-9a-f]{32}$/i.test(from)
    ? { MessagingServiceSid: from }
    : { From: from };
  return {
    async send({ to, words }) {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: new URLSearchParams({ To: to, Body: words, ...sender }),
        redirect: 'manual',
        signal: AbortSignal.timeout(limits.timeoutMs ?? 8000),
      }).catch((error: unknown) => {
        throw wasUnreached(error) ? new SmsNotTaken('the message service cannot be reached', 'again') : error;
      });
      await answer.body?.cancel();
      if (answer.ok) return;
      const { status } = answer;
      const message = `the message service answered ${status}`;
      throw mayHaveTaken(status) ? new Error(message) : new SmsNotTaken(message, remedyOf(status));
    },
  };
}

function wasUnreached(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return unreached.includes(cause?.code ?? '');
}

/** A gateway may give up a service that has taken the message, and a service may fail after it. 503 refuses it. */
function mayHaveTaken(status: number): boolean {
  return status === 408 || (status >= 500 && status !== 503);
}

/** 400 is about the number or the words. A wrong address, credential or redirect is in the settings. */
function remedyOf(status: number): SmsNotTaken['remedy'] {
  if (status === 503 || status === 429) return 'again';
  return [400, 422].includes(status) ? 'never' : 'settings';
}

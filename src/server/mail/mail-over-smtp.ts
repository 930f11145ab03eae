import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { minuteMs } from '#shared/time/durations.ts';
import { type Mail, type Message, NeverDelivered } from './mail.ts';

/** In milliseconds. A server that is silent for so long, or slow for longer, is tried again later. */
const usualTimeouts = { connect: 10_000, silence: 20_000, whole: minuteMs };

/**
 * Letters over SMTP. `url` names the server and how to sign in to it (`smtps://user:password@mail.example:465`),
 * `from` the sender. One connection a letter: there are few of them, and nothing is left open to break.
 */
export function mailOverSmtp({ url, from }: { url: string; from: string }, timeouts = usualTimeouts): Mail {
  return {
    async send(message) {
      const transport = createTransport({
        url,
        connectionTimeout: timeouts.connect,
        greetingTimeout: timeouts.connect,
        socketTimeout: timeouts.silence,
      });
      const over = new AbortController();
      try {
        await Promise.race([
          transport.sendMail(envelope(message, from)),
          sleep(timeouts.whole, undefined, { signal: over.signal }).then(() => {
            throw new Error('the mail server took too long');
          }),
        ]);
      } catch (error) {
        throw isFinal(error) ? new NeverDelivered('refused', { cause: error }) : error;
      } finally {
        over.abort();
        transport.close();
      }
    },
  };
}

/** A letter in nodemailer's words. */
export function envelope({ id, to, subject, text, html, headers, calendar }: Message, from: string) {
  const domain = /@([^>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    // Keeps mail programs from answering with a holiday notice.
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    ...(calendar !== undefined && {
      attachments: [{ filename: 'sumi.ics', content: calendar, contentType: 'text/calendar; charset=utf-8' }],
    }),
  };
}

/**
 * Refusals of the sender, the sign-in or a rule of the server, by the codes of RFC 3463: the operator mends those. A
 * 554 without such a code names no cause, and Amazon's SES answers it to a sender that is not verified.
 */
const isOfOperator = /^5\d\d[ -]5\.(7\.\d|1\.[78]\b|4\.5\b)|^530|^554(?![ -]\d\.\d)/;

/** 5xx about the recipient or the letter. Other refusals are the operator's to mend, and then the letter goes. */
function isFinal(error: unknown): boolean {
  const { command, response = '' } = error as { command?: string; response?: string };
  const isOfThisLetter = command === 'RCPT TO' || command === 'DATA';
  return isOfThisLetter && response.startsWith('5') && !isOfOperator.test(response);
}

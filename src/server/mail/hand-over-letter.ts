import { hourMs } from '#shared/time/durations.ts';
import type { Ctx } from '../ctx.ts';
import { type DueWork, WorkFailed } from '../jobs/due-work.ts';
import { type Mail, type Message, NeverDelivered } from './mail.ts';

/** After that a letter is given up: what it says is old, or the person has asked again. */
export const letterGoodForMs = 48 * hourMs;

/**
 * Hands a letter to the mail server, as a part of due work; answers whether the server took it. While no server
 * answers, one letter tries and the others of its kind wait, because the next letter would fare no better.
 * @throws WorkFailed when it is to be tried again
 */
export async function handOverLetter(
  { log }: Pick<Ctx, 'log'>,
  mail: Mail,
  { kind, work, message }: { kind: string; work: DueWork; message: Message },
): Promise<'sent' | 'refused'> {
  try {
    await mail.send(message);
    log.info({ kind }, 'a letter went out');
    return 'sent';
  } catch (error) {
    if (!(error instanceof NeverDelivered)) throw describe(error, work);
    log.warn({ kind, why: describe(error.cause, work).message }, 'a letter cannot be delivered');
    return 'refused';
  }
}

/** A mail server quotes addresses in what it says, so that only its code and the command are told. */
function describe(error: unknown, work: DueWork): WorkFailed {
  const { code, responseCode, command } = (error ?? {}) as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  if (responseCode !== undefined)
    return new WorkFailed(`the mail server answered ${responseCode} to ${command}`);
  const message = `the mail server did not answer${code ? ` (${code})` : ''}`;
  return new WorkFailed(message, { holdsKind: true, waitMs: work.backOff.firstMs });
}

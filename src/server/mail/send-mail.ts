import type { Ctx } from '../ctx.ts';
import type { Db } from '../db/connect.ts';
import type { JsonObject, MailOutbox } from '../db/schema.ts';
import { type Handler, WorkFailed } from '../jobs/due-work.ts';
import { type Mail, NeverDelivered } from './mail.ts';
import { mailWork } from './want-mail.ts';

/** A letter as it waits in the outbox. */
export type WaitingLetter = {
  id: string;
  kind: string;
  address: string;
  locale: MailOutbox['locale'];
  detail: JsonObject;
};

/** Writes the words of a letter, the same each time; null when the letter is no longer to be sent. */
export type WriteLetter = (
  db: Db,
  letter: WaitingLetter,
) => Promise<{ subject: string; text: string; html: string } | null>;

/** After that the server gives a letter up: the person has asked again, or no longer waits for it. */
const goodForMs = 48 * 3_600_000;

/**
 * Sends what waits in the outbox. `writers` by feature. A process that is killed between sending a letter and
 * crossing it off sends it a second time, under the same Message-ID: no letter is lost. While no mail server
 * answers, one letter tries and the others wait, because the next letter would fare no better.
 */
export function sendMail(mail: Mail, writers: Record<string, WriteLetter>): Handler {
  return {
    work: mailWork,
    async run(ctx, id) {
      const letter = await findLetter(ctx, id);
      if (!letter) return;
      if (letter.createdAt.getTime() < ctx.now.getTime() - goodForMs) {
        ctx.log.error({ kind: letter.kind }, 'a letter was given up; is the mail server reachable?');
      } else {
        await send(ctx, letter);
      }
      await ctx.db.deleteFrom('mailOutbox').where('id', '=', id).execute();
    },
  };

  async function send({ db, log }: Ctx, letter: WaitingLetter): Promise<void> {
    const { id, kind, address } = letter;
    const write = writers[kind.split('.')[0] ?? ''];
    if (!write) throw new WorkFailed(`no feature writes ${kind}`);
    const words = await write(db, letter);
    if (!words) return;
    try {
      await mail.send({ id, to: address, ...words });
      log.info({ kind }, 'a letter went out');
    } catch (error) {
      const failure = describe(error);
      if (!(error instanceof NeverDelivered)) throw failure;
      log.warn({ kind, why: failure.message }, 'a letter cannot be delivered');
    }
  }
}

/** A mail server quotes addresses in what it says, so that only its codes are told. */
function describe(error: unknown): WorkFailed {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (responseCode !== undefined) return new WorkFailed(`the mail server answered ${responseCode}`);
  const message = `the mail server did not answer${code ? ` (${code})` : ''}`;
  return new WorkFailed(message, { holdsKind: true, waitMs: mailWork.backOff.firstMs });
}

async function findLetter(
  { db }: Ctx,
  id: string,
): Promise<(WaitingLetter & { createdAt: Date }) | undefined> {
  const letter = await db.selectFrom('mailOutbox').selectAll().where('id', '=', id).executeTakeFirst();
  return letter && { ...letter, detail: letter.detail as JsonObject };
}

import type { Ctx } from '../ctx.ts';
import type { Db } from '../db/connect.ts';
import type { JsonObject, MailOutbox } from '../db/schema.ts';
import { type Handler, WorkFailed } from '../jobs/due-work.ts';
import { handOverLetter, letterGoodForMs } from './hand-over-letter.ts';
import type { Mail } from './mail.ts';
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

/**
 * Sends what waits in the outbox. `writers` by feature. A process that is killed between sending a letter and
 * crossing it off sends it a second time, under the same Message-ID: no letter is lost.
 */
export function sendMail(mail: Mail, writers: Record<string, WriteLetter>): Handler {
  async function send(ctx: Ctx, letter: WaitingLetter): Promise<void> {
    const { id, kind, address } = letter;
    const write = writers[kind.split('.')[0] ?? ''];
    if (!write) throw new WorkFailed(`no feature writes ${kind}`);
    const words = await write(ctx.db, letter);
    if (words)
      await handOverLetter(ctx, mail, { kind, work: mailWork, message: { id, to: address, ...words } });
  }

  return {
    work: mailWork,
    async run(ctx, id) {
      const letter = await findLetter(ctx, id);
      if (!letter) return;
      if (letter.createdAt.getTime() < ctx.now.getTime() - letterGoodForMs) {
        ctx.log.error({ kind: letter.kind }, 'a letter was given up; is the mail server reachable?');
      } else {
        await send(ctx, letter);
      }
      await ctx.db.deleteFrom('mailOutbox').where('id', '=', id).execute();
    },
  };
}

async function findLetter(
  { db }: Ctx,
  id: string,
): Promise<(WaitingLetter & { createdAt: Date }) | undefined> {
  const letter = await db.selectFrom('mailOutbox').selectAll().where('id', '=', id).executeTakeFirst();
  return letter && { ...letter, detail: letter.detail as JsonObject };
}

import { minuteMs } from '#shared/time/durations.ts';
import type { Ctx } from '../ctx.ts';
import type { Db } from '../db/connect.ts';
import type { JsonObject } from '../db/schema.ts';
import { type Handler, WorkFailed } from '../jobs/due-work.ts';
import { noteSecurity } from '../note-security.ts';
import { type Sms, SmsNotTaken } from './sms.ts';
import { giveBackSms, takeSmsOfDay } from './sms-of-day.ts';
import { smsWork } from './want-sms.ts';

/** A text message as it waits in the outbox. */
export type WaitingSms = { id: string; kind: string; number: string; detail: JsonObject };

/** Writes the words of a message, the same each time; null when it is no longer to be sent. */
export type WriteSms = (db: Db, message: WaitingSms) => Promise<string | null>;

/** After that a message is given up: the code in it is over, and the person has asked again. */
const goodForMs = 10 * minuteMs;
/** A service that did not answer, or that failed, may have sent the message, and each costs money. */
const waitAfterDoubtMs = 2 * minuteMs;

/**
 * Sends what waits in the outbox, `aDay` messages a day at most. `writers` by feature. A message whose handing over was
 * cut off is sent a second time, with the same words. With `sms` null nothing is sent: the setting was taken away.
 */
export function sendSms(
  sms: Sms | null,
  { aDay, writers }: { aDay: number; writers: Record<string, WriteSms> },
): Handler {
  async function send(ctx: Ctx, sms: Sms, message: WaitingSms): Promise<void> {
    const { kind, number } = message;
    const write = writers[kind.split('.')[0] ?? ''];
    if (!write) throw new WorkFailed(`no feature writes ${kind}`);
    const words = await write(ctx.db, message);
    if (words === null) return;
    const day = await takeSmsOfDay(ctx, aDay);
    if (day === null) {
      noteSecurity(ctx.log, 'limited', { key: 'sms', aDay }, 'the text messages of the day are used up');
      return;
    }
    try {
      await sms.send({ to: number, words });
      ctx.log.info({ kind }, 'a text message went out');
    } catch (error) {
      if (!(error instanceof SmsNotTaken))
        throw new WorkFailed('the message service did not say whether it took it', {
          waitMs: waitAfterDoubtMs,
          cause: error,
        });
      await giveBackSms(ctx, day);
      if (error.remedy !== 'never')
        throw new WorkFailed(error.message, { lasting: error.remedy === 'settings' });
      ctx.log.warn({ kind, why: error.message }, 'a text message cannot be delivered');
    }
  }

  return {
    work: smsWork,
    async run(ctx, id) {
      const message = await ctx.db
        .selectFrom('smsOutbox')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (!message) return;
      const isOld = message.createdAt.getTime() < ctx.now.getTime() - goodForMs;
      if (isOld || !sms) {
        ctx.log.error(
          { kind: message.kind },
          'a text message was given up; is the message service reachable?',
        );
      } else await send(ctx, sms, { ...message, detail: message.detail as JsonObject });
      await ctx.db.deleteFrom('smsOutbox').where('id', '=', id).execute();
    },
  };
}

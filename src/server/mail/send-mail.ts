import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { JsonObject, MailOutbox } from '../db/schema.ts';
import type { Chore } from '../jobs/start-jobs.ts';
import type { Log } from '../log.ts';
import { type Mail, NeverDelivered } from './mail.ts';

/** A letter as it waits in the outbox. */
export type WaitingLetter = {
  id: string;
  kind: string;
  address: string;
  locale: MailOutbox['locale'];
  detail: JsonObject;
};

/** The words of a letter; null when it turns out that nobody is to get one. Told again, it writes the same. */
export type WriteLetter = (
  db: Db,
  letter: WaitingLetter,
) => Promise<{ subject: string; text: string; html: string } | null>;

/** Nobody else takes a letter for so long; longer than a mail server is given to take it. */
const leaseSeconds = 180;
/** After that a letter is yesterday's news: the person has asked again, or given up. */
const goodForHours = 48;

/**
 * Sends what waits in the outbox, one letter after the other. `writers` by feature. A letter is taken under a lease,
 * handed over outside of any transaction, and crossed off: a process that ends in between sends it a second time,
 * under the same Message-ID, and no letter is lost. A mail server that is away is asked again a minute later, then
 * after two, four and so on up to two hours, and the round ends, because the next letter would fare no better.
 */
export function sendMail(mail: Mail, writers: Record<string, WriteLetter>, log: Log): Chore {
  return {
    name: 'send-mail',
    cron: '* * * * *',
    async run(db) {
      await dropStale(db, log);
      for (;;) {
        const letter = await takeLetter(db);
        if (!letter) return;
        if (!(await tryLetter(db, letter))) return;
      }
    },
  };

  /** False when it is no use to go on with the next. */
  async function tryLetter(db: Db, letter: WaitingLetter): Promise<boolean> {
    const { id, kind, address } = letter;
    const words = await wordsOf(db, letter).catch((error) => {
      log.error({ err: error, kind }, 'a letter could not be written');
      return undefined;
    });
    if (words === undefined) {
      await putBack(db, id);
      return true;
    }
    try {
      if (words) {
        await mail.send({ id, to: address, ...words });
        log.info({ kind }, 'a letter went out');
      }
    } catch (error) {
      // What the other side says quotes addresses: only what kind of failure it was is told.
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      const final = error instanceof NeverDelivered;
      log.warn({ kind, code, responseCode, final }, 'a letter could not be sent');
      if (!final) {
        await putBack(db, id);
        return responseCode !== undefined;
      }
    }
    await crossOff(db, id);
    return true;
  }

  async function wordsOf(db: Db, letter: WaitingLetter) {
    const write = writers[letter.kind.split('.')[0] ?? ''];
    if (!write) throw new Error(`nobody writes ${letter.kind}`);
    return write(db, letter);
  }
}

async function takeLetter(db: Db): Promise<WaitingLetter | undefined> {
  const { rows } = await sql<WaitingLetter>`
    update mail_outbox set attempts = attempts + 1,
      next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = (
      select id from mail_outbox where next_attempt_at <= clock_timestamp()
      order by next_attempt_at, id limit 1 for update skip locked)
    returning id, kind, address, locale, detail`.execute(db);
  return rows[0];
}

async function putBack(db: Db, id: string): Promise<void> {
  await sql`update mail_outbox set next_attempt_at =
    clock_timestamp() + make_interval(mins => least(120, power(2, least(attempts, 8) - 1)::int))
    where id = ${id}`.execute(db);
}

async function crossOff(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mailOutbox').where('id', '=', id).execute();
}

async function dropStale(db: Db, log: Log): Promise<void> {
  const { numAffectedRows: dropped = 0n } = await sql`
    delete from mail_outbox where created_at < clock_timestamp() - make_interval(hours => ${goodForHours})`.execute(
    db,
  );
  if (dropped > 0n)
    log.error({ dropped: Number(dropped) }, 'letters were given up; is the mail server reachable?');
}

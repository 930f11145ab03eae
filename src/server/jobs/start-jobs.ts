import { sql } from 'kysely';
import { visitor } from '#shared/actor.ts';
import { minuteMs } from '#shared/time/durations.ts';
import type { Ctx } from '../ctx.ts';
import type { Db } from '../db/connect.ts';
import { onlyRow } from '../db/only-row.ts';
import type { Log } from '../log.ts';
import { isFree } from './claim-due.ts';
import { type Handler, soon } from './due-work.ts';
import { runDue } from './run-due.ts';

/**
 * Work done again and again, once however many server processes there are. Safe to do twice: a process that is killed
 * leaves it to another one. A chore that fails is retried sooner than its turn, and shows among what is stuck.
 */
export type Chore = {
  /** Letters and hyphens. */
  name: string;
  everyMinutes: number;
  run: (ctx: Ctx) => Promise<unknown>;
};

/** What one feature, or the server itself, does outside of requests. */
export type Jobs = { readonly chores?: readonly Chore[]; readonly handlers?: readonly Handler[] };

export type RunningJobs = { stop(): Promise<void> };

/** How often a process looks for what is due. Work that it put itself may run at once (`runSoon`). */
const lookEveryMs = 5000;

/** The subject of a chore's only row. */
const onTheClock = 'clock';

/** Runs due work and chores in this process, until it is stopped, while the machine's clock is right. */
export async function startJobs(
  { db, log, clock }: { db: Db; log: Log; clock: () => Date },
  jobs: readonly Jobs[],
): Promise<RunningJobs> {
  const chores = jobs.flatMap((each) => each.chores ?? []);
  const handlers = jobs.flatMap((each) => each.handlers ?? []);
  const ctxNow = (): Ctx => ({ db, actor: visitor, now: clock(), log, afterCommit: (act) => act(db) });
  const byKind = new Map([...chores.map(asHandler), ...handlers].map((one) => [one.work.kind, one]));
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  let areChoresPut = false;
  let isClockWrong = false;

  /** Runs one round of a kind at a time. A round requested while one runs follows it. */
  const start = (kind: string) => {
    const handler = byKind.get(kind);
    if (!handler || isClockWrong || stopping.signal.aborted) return;
    if (running.has(kind)) return void again.add(kind);
    const round = runDue(ctxNow, handler, { signal: stopping.signal })
      .catch((error) => log.warn({ err: error, kind }, 'due work could not be looked at'))
      .finally(() => {
        running.delete(kind);
        if (again.delete(kind)) start(kind);
      });
    running.set(kind, round);
  };
  const look = async () => {
    try {
      const wasClockWrong = isClockWrong;
      isClockWrong = await differsFromDatabase(db);
      if (isClockWrong) {
        if (!wasClockWrong)
          log.error('the clock of this machine is not that of the database: no due work starts');
        return;
      }
      if (!areChoresPut) await putChoresOnTheClock(ctxNow(), chores);
      areChoresPut = true;
      for (const kind of await findDueKinds(ctxNow())) start(kind);
    } catch (error) {
      log.warn({ err: error }, 'due work could not be looked for');
    }
  };
  soon.on('due', start);
  const looking = setInterval(look, lookEveryMs);
  await look();
  return {
    async stop() {
      clearInterval(looking);
      soon.off('due', start);
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}

/**
 * Whether the clock of this machine is more than a minute off the database's. Chores delete for good what is old by it,
 * and leases end by the other. An answer may take its time.
 */
async function differsFromDatabase(db: Db): Promise<boolean> {
  const asked = Date.now();
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  const at = onlyRow(rows).at.getTime();
  return at < asked - minuteMs || at > Date.now() + minuteMs;
}

async function findDueKinds({ db, now }: Ctx): Promise<string[]> {
  const due = await db
    .selectFrom('dueWork')
    .select('kind')
    .distinct()
    .where('dueAt', '<=', now)
    .where(isFree)
    .execute();
  return due.map(({ kind }) => kind);
}

/** A chore is due work with one row, which is due again after each run. */
function asHandler({ name, everyMinutes, run }: Chore): Handler {
  const longestMs = everyMinutes * minuteMs;
  return {
    work: { kind: name, backOff: { firstMs: Math.min(60_000, longestMs), longestMs }, concurrency: 1 },
    async run(ctx) {
      await run(ctx);
      return new Date(ctx.now.getTime() + longestMs);
    },
  };
}

/**
 * New chores are due at once; those that a version before had are forgotten. One that is done more often than before is
 * due within its new time.
 */
async function putChoresOnTheClock({ db, now }: Ctx, chores: readonly Chore[]): Promise<void> {
  const names = chores.map(({ name }) => name);
  await db
    .deleteFrom('dueWork')
    .where('subject', '=', onTheClock)
    .$if(names.length > 0, (query) => query.where('kind', 'not in', names))
    .execute();
  if (chores.length === 0) return;
  await db
    .insertInto('dueWork')
    .values(names.map((kind) => ({ kind, subject: onTheClock, dueAt: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const latest = chores.map(({ everyMinutes }) => new Date(now.getTime() + everyMinutes * minuteMs));
  await sql`update due_work set due_at = chore.latest
    from unnest(${names}::text[], ${latest}::timestamptz[]) as chore (name, latest)
    where kind = chore.name and subject = ${onTheClock} and due_at > chore.latest`.execute(db);
}

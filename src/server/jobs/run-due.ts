import type { Ctx } from '../ctx.ts';
import { inTransaction } from '../db/in-transaction.ts';
import {
  type ClaimedWork,
  claimDue,
  type DueChoice,
  holdKind,
  leaseMs,
  noteOutcome,
  renewLease,
} from './claim-due.ts';
import { type Handler, WorkFailed } from './due-work.ts';
import { stuckAfter } from './find-stuck.ts';
import { waitBeforeRetry } from './wait-before-retry.ts';

/**
 * Works on what is due of one kind until nothing is left, on `concurrency` rows at a time. Any number of processes may
 * do so at once, and any may be killed at any point. `ctxNow` answers a new context for each step, because
 * a round may take minutes. No row is begun after `signal` has fired. Where the outcome of a row cannot be noted, the
 * others are worked on all the same: the round throws at its end, and the row is claimed again once its lease has
 * ended.
 */
export async function runDue(
  ctxNow: () => Ctx,
  handler: Handler,
  choice: DueChoice & { signal?: AbortSignal } = {},
): Promise<void> {
  const { work } = handler;
  const workers: Promise<void>[] = [];
  const errors: unknown[] = [];
  let failuresInARow = 0;
  const isPaused = () => work.pauseAfter !== undefined && failuresInARow >= work.pauseAfter;
  const workThrough = async () => {
    while (!isPaused() && !choice.signal?.aborted) {
      const claim = await claimDue(ctxNow(), work, choice);
      if (!claim) return;
      // Where one row was due there may be more, so another worker starts, up to `concurrency`.
      if (workers.length < work.concurrency) begin();
      const failure = await attempt(ctxNow, handler, claim, choice.leaseMs).catch((error: unknown) => {
        errors.push(error);
        return null;
      });
      failuresInARow = failure ? failuresInARow + 1 : 0;
      const holdMs = failure?.holdsKind ? failure.waitMs : isPaused() ? work.backOff.firstMs : 0;
      if (holdMs > 0) await holdKind(ctxNow(), work, later(ctxNow(), holdMs));
    }
  };
  const begin = () => {
    workers.push(workThrough().catch((error) => void errors.push(error)));
  };
  begin();
  for (let index = 0; index < workers.length; index++) await workers[index];
  if (errors.length > 0) throw errors[0];
}

/** One attempt, and how it went, noted; answers the failure if it was one. */
async function attempt(
  ctxNow: () => Ctx,
  { work, run, afterwards }: Handler,
  claim: ClaimedWork,
  lease = leaseMs,
): Promise<WorkFailed | null> {
  const renewing = setInterval(() => {
    renewLease(ctxNow(), claim, lease).catch((error) => {
      ctxNow().log.warn({ err: error, kind: work.kind }, 'a lease could not be renewed');
    });
  }, lease / 3);
  const { at, failure } = await run(ctxNow(), claim.subject)
    .then((at) => ({ at, failure: null }))
    .catch((error: unknown) => ({ at: undefined, failure: failureOf(error) }))
    .finally(() => clearInterval(renewing));
  try {
    await inTransaction(ctxNow(), async (ctx) => {
      if (failure) await noteFailure(ctx, work, claim, failure);
      else await noteOutcome(ctx, claim, at ? { is: 'again', at } : { is: 'done' });
      await afterwards?.(ctx, claim.subject);
    });
  } catch (error) {
    // Without a note the row would stay the first that is due, and take a worker of each round.
    await inTransaction(ctxNow(), (ctx) => noteFailure(ctx, work, claim, failureOf(error)));
  }
  return failure;
}

async function noteFailure(
  ctx: Ctx,
  work: Handler['work'],
  claim: ClaimedWork,
  failure: WorkFailed,
): Promise<void> {
  const attempts = failure.lasting ? Math.max(claim.attempts, stuckAfter) : claim.attempts;
  const wait = Math.max(failure.waitMs, waitBeforeRetry(attempts, work.backOff));
  const { message, cause } = failure;
  await noteOutcome(ctx, claim, { is: 'failed', at: later(ctx, wait), message, attempts });
  const { kind } = work;
  const fields = {
    kind,
    subject: claim.subject,
    attempts,
    why: message,
    ...(cause !== undefined && { err: cause }),
  };
  ctx.log[attempts >= stuckAfter ? 'warn' : 'info'](fields, 'due work failed');
}

/** Any other error may quote what it was about, which belongs into the log and not into a table. */
function failureOf(error: unknown): WorkFailed {
  if (error instanceof WorkFailed) return error;
  const name = error instanceof Error ? error.constructor.name : 'Error';
  const { code } = error as { code?: unknown };
  return new WorkFailed(code === undefined ? name : `${name} ${code}`, { cause: error });
}

function later({ now }: Ctx, ms: number): Date {
  return new Date(now.getTime() + ms);
}

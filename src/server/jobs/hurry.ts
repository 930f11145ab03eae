import { EventEmitter } from 'node:events';
import type { Ctx } from '../ctx.ts';

/** What `startJobs` listens to. */
export const hurried = new EventEmitter();

/**
 * Asks that a chore run in this process as soon as the transaction at hand has committed, instead of at its next
 * turn on the clock. Only sooner, never surer: what has to be done stands in the database, and a process that ends
 * before it gets to it leaves it to the clock.
 */
export function hurry({ afterCommit }: Pick<Ctx, 'afterCommit'>, choreName: string): void {
  afterCommit(() => hurried.emit('chore', choreName));
}

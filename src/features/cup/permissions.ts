import { type Actor, adminsOnly } from '#shared/actor.ts';
import type { RefusalKind } from '#shared/refusal.ts';
import { seasonRunning } from './cup-refusals.ts';
import { isOver } from './rules.ts';

/** Every visitor reads the cup. `manage`: change it and read e-mails; administrators only. */
export function may(actor: Actor, _verb: 'manage'): RefusalKind | null {
  return adminsOnly(actor);
}

/** Whether a month can be closed by its calendar: not before it is over. */
export function mayClose(season: string, now: Date): RefusalKind | null {
  return isOver(season, now) ? null : seasonRunning;
}

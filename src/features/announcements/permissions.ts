import { type Actor, adminsOnly } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

/** Every signed-in person reads what is for them; administrators write, withdraw and see how many were told. */
export function may(actor: Actor, verb: 'read' | 'manage'): RefusalKind | null {
  if (verb === 'manage') return adminsOnly(actor);
  return actor.kind === 'visitor' ? commonRefusals.signInFirst : null;
}

import { peopleRefusals } from '#features/people/contract.ts';
import type { RefusalKind } from '#shared/refusal.ts';
import { classesFirst } from './contract.ts';

/** Archives of one person: making one reads much. */
export const exportLimit = { max: 5, windowMs: 60 * 60_000 } as const;

/** What keeps a person from deleting their account; null when nothing does. */
export function refusalOf({
  onlyAdmin,
  classesGiven,
}: {
  onlyAdmin: boolean;
  classesGiven: number;
}): RefusalKind | null {
  if (onlyAdmin) return peopleRefusals.lastAdmin;
  return classesGiven > 0 ? classesFirst : null;
}

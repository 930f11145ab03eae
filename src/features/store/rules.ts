import { piecesByScript, scriptsOnPaper } from '#shared/scripts.ts';
import { datesIn } from '#shared/time/dates.ts';
import { dayMs } from '#shared/time/durations.ts';
import { mexicoCity } from '#shared/time/zones.ts';

/** Whether the paper of a certificate has a font for each letter of a name. */
export function canBeWritten(name: string): boolean {
  return piecesByScript(name, scriptsOnPaper) !== null;
}

/** How a code is written for people: `ABCD-EFGH-JKLM`. */
export function groupedCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code;
}

/** Normalises a typed code: case, spaces and hyphens are ignored. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '');
}

/**
 * The day of a certificate in words, the same on paper and on its page: that of the community's calendar, not of the
 * reader's zone. `issuedAt` is an instant as ISO text.
 */
export function certificateDay(issuedAt: string, language: string): string {
  return datesIn(language, mexicoCity).day(issuedAt);
}

const newForDays = 30;

/**
 * Whether an item that was put into the store at that instant still counts as new. Null: it was there from the start.
 */
export function isNewSince(forSaleSince: Date | null, now: Date): boolean {
  return forSaleSince !== null && now.getTime() - forSaleSince.getTime() < newForDays * dayMs;
}

/** The cheapest item that a balance does not pay yet; null when it pays all of them. */
export function nextGoal<Item extends { price: number }>(
  items: readonly Item[],
  balance: number,
): Item | null {
  const missing = items.filter(({ price }) => price > balance);
  return missing.reduce<Item | null>((goal, item) => (goal && goal.price <= item.price ? goal : item), null);
}

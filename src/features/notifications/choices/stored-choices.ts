import { type Chosen, defaultQuiet } from '../rules.ts';

/** A person's choices, with the defaults where they chose nothing. */
export type Choices = {
  chosen: Chosen;
  /** Full hours on the person's own clock. */
  quiet: { from: number; until: number } | null;
  digest: boolean;
};

/** The columns of `notice_settings`, as a left join answers them. */
export type StoredChoices = {
  chosen: unknown;
  quietFrom: number | null;
  quietUntil: number | null;
  digest: boolean | null;
};

export const choiceColumns = [
  'noticeSettings.chosen',
  'noticeSettings.quietFrom',
  'noticeSettings.quietUntil',
  'noticeSettings.digest',
] as const;

export function choicesFrom({ chosen, quietFrom, quietUntil, digest }: StoredChoices): Choices {
  // Without a row the join answers null for everything, also for what is never null in a row.
  if (digest === null) return { chosen: {}, quiet: defaultQuiet, digest: false };
  const quiet = quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil };
  return { chosen: chosen as Chosen, quiet, digest };
}

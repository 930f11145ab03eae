import type { Ctx } from '#server/ctx.ts';
import type { SubjectKind } from './rules.ts';

/** What a feature tells about its things that can be reported. `src/every-report-subject.ts` puts them together. */
export type ReportSubject = {
  readonly kind: SubjectKind;
  /** Answers when the actor of `ctx` sees the thing. @throws Refusal notFound otherwise */
  find(ctx: Ctx, id: string): Promise<Found>;
  /** For administrators, by id; a thing that is gone is missing. */
  describe(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Described>>;
  /**
   * Takes it out of sight, audited, with the reason that its author reads where they are told; one that is out of sight
   * stays so. Left out of what happened, such as a class: upholding a report of it hides nothing.
   */
  hide?(ctx: Ctx, id: string, reason: string): Promise<void>;
  /**
   * Takes it out of the sight of kids alone, audited, when every report says that it is not for them and they see it.
   * Left out where kids see what everybody sees.
   */
  hideFromKids?(ctx: Ctx, id: string): Promise<void>;
  /**
   * Undoes `hide`, audited; one in sight stays so. Left out where an administrator does that on the thing's own page.
   */
  show?(ctx: Ctx, id: string): Promise<void>;
};

/**
 * `id` is the one under which the thing is reported: a person may be named by what they wrote. `shown` are the words as
 * they are now, kept with the report because their author may change them.
 */
export type Found = { id: string; shown?: string };

/** A thing as an administrator reads it who decides about its reports. */
export type Described = {
  title: string;
  /** The path of the page where an administrator sees it. */
  link: string;
  /** Whether others see it. */
  isShown: boolean;
  /** False where `show` would bring it into no person's sight; left out where it always would. */
  canShow?: boolean;
  /** The address of a picture that may be what was reported. */
  image?: string | null;
  /** Whether kids see it; left out where they see what others see. */
  isForKids?: boolean;
  /** Whose it is. Null where the owner of a name is not known; left out for what says of no person who they are. */
  personId?: string | null;
  /** Whose words, work or name it is. They do not decide about it and do not read who reported it. */
  owners: readonly (string | null)[];
};

/** Whether it is out of sight, and `show` brings it back. */
export function canBeShown({ show }: ReportSubject, { isShown, canShow = true }: Described): boolean {
  return !isShown && canShow && show !== undefined;
}

/** @throws Error where no feature has things of this kind */
export function subjectOf(subjects: readonly ReportSubject[], kind: SubjectKind): ReportSubject {
  const found = subjects.find((each) => each.kind === kind);
  if (!found) throw new Error(`no feature describes reports of a ${kind}`);
  return found;
}

import type { Ctx } from '#server/ctx.ts';
import type { SubjectKind } from './rules.ts';

/** What a feature tells about its things that can be reported. `src/report-subjects.ts` puts them together. */
export type ReportSubject = {
  readonly kind: SubjectKind;
  /** Answers when the actor of `ctx` sees the thing. @throws Refusal notFound otherwise */
  find(ctx: Ctx, id: string): Promise<void>;
  /** For administrators, by id; a thing that is gone is missing. */
  describe(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Described>>;
  /**
   * Takes it out of sight, audited, with the reason that its author reads where they are told; one that is out of sight
   * stays so. Left out where an administrator acts on the thing's own page.
   */
  hide?(ctx: Ctx, id: string, reason: string): Promise<void>;
};

/** `link` is the path of the page where an administrator sees it; `isShown` says whether others see it. */
export type Described = { title: string; link: string; isShown: boolean };

/** @throws Error where no feature has things of this kind */
export function subjectOf(subjects: readonly ReportSubject[], kind: SubjectKind): ReportSubject {
  const found = subjects.find((each) => each.kind === kind);
  if (!found) throw new Error(`no feature describes reports of a ${kind}`);
  return found;
}

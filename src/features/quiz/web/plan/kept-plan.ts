import { z } from 'zod';
import { type Plan, type PlanAnswers, plan, planAnswers } from '../../contract.ts';
import { storedText } from '../stored-text.ts';
import { type PlanDraft, readPlanDraft } from './plan-draft.ts';

/**
 * What the personal plan keeps in the browser, as the short quiz does: the answers of somebody without an account,
 * for every tab, until an account takes them; this tab's draft; and the plan as it was last made in this tab, so that
 * a reload asks nobody for another.
 */
const answers = storedText(() => localStorage, 'quizPlan');
const draft = storedText(() => sessionStorage, 'sumi.planDraft');
const made = storedText(() => sessionStorage, 'sumi.planMade');
const madePlan = z.object({ personId: z.string().nullable(), plan });

export const keptPlanAnswers = {
  /** As they were written; null when none wait. */
  read: answers.read,
  keep: (given: PlanAnswers) => answers.keep(JSON.stringify(given)),
  forget: answers.forget,
  /** Null for what makes no sense any more. */
  parse(text: string): PlanAnswers | null {
    return planAnswers.safeParse(parse(text)).data ?? null;
  },
};

export const keptPlanDraft = {
  /** Null where nobody has begun. */
  read(): PlanDraft | null {
    const text = draft.read();
    return text === null ? null : readPlanDraft(parse(text));
  },
  keep: (typed: PlanDraft) => draft.keep(JSON.stringify(typed)),
  forget: draft.forget,
};

export const keptPlan = {
  /** Null where none was made for this person; a visitor has no id. */
  read(personId: string | null): Plan | null {
    const kept = madePlan.safeParse(parse(made.read() ?? '')).data;
    return kept && kept.personId === personId ? kept.plan : null;
  },
  keep: (personId: string | null, given: Plan) => made.keep(JSON.stringify({ personId, plan: given })),
  forget: made.forget,
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

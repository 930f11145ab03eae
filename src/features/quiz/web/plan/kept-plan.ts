import { z } from 'zod';
import { parseJson } from '#shared/parse-json.ts';
import { storedText } from '#web/stored-text.ts';
import {
  type KeptPlanAnswers,
  keptPlanAnswers as keptShape,
  type PersonalPlan,
  plan,
} from '../../contract.ts';
import { keptPlanText } from '../kept-texts.ts';
import { type PlanDraft, readPlanDraft } from './plan-draft.ts';

/**
 * What the personal plan stores in the browser, like the short quiz: a visitor's answers in local storage until an
 * account takes them, this tab's draft, and the last plan made in this tab, so that a reload needs no request.
 */
const draft = storedText(() => sessionStorage, 'sumi.planDraft');
const made = storedText(() => sessionStorage, 'sumi.planMade');
const madePlan = z.object({ personId: z.string().nullable(), plan });

export const keptPlanAnswers = {
  /** The stored text; null without stored answers. */
  read: keptPlanText.read,
  keep: (given: KeptPlanAnswers) => keptPlanText.keep(JSON.stringify(given)),
  forget: keptPlanText.forget,
  /** Null for answers that are not valid any more. */
  parse(text: string): KeptPlanAnswers | null {
    return keptShape.safeParse(parseJson(text)).data ?? null;
  },
};

export const keptPlanDraft = {
  /** Null: the plan was not begun in this tab. */
  read(): PlanDraft | null {
    const text = draft.read();
    return text === null ? null : readPlanDraft(parseJson(text));
  },
  keep: (typed: PlanDraft) => draft.keep(JSON.stringify(typed)),
  forget: draft.forget,
};

export const keptPlan = {
  /** Null without a plan for this person; `personId` is null for a visitor. Sessions that have begun are left out. */
  read(personId: string | null, now = new Date()): PersonalPlan | null {
    const kept = madePlan.safeParse(parseJson(made.read() ?? '')).data;
    if (kept?.personId !== personId) return null;
    const sessions = kept.plan.sessions.filter(({ startsAt }) => new Date(startsAt) > now);
    return { ...kept.plan, sessions };
  },
  keep: (personId: string | null, given: PersonalPlan) =>
    made.keep(JSON.stringify({ personId, plan: given })),
  forget: made.forget,
};

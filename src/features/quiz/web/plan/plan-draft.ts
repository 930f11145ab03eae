import { z } from 'zod';
import { availableTimes, learningStyles, modalities } from '#features/profiles/contract.ts';
import { levels } from '#shared/levels.ts';
import {
  contact as contactSchema,
  type PlanAnswers,
  planAnswers,
  planGoals,
  planLanguages,
} from '../../contract.ts';

/** The steps of the personal plan: six questions, how to reach a visitor, and the plan itself. */
export const planSteps = [
  'language',
  'level',
  'goal',
  'style',
  'time',
  'modality',
  'contact',
  'plan',
] as const;
export type PlanStep = (typeof planSteps)[number];

/** How many of the steps are questions. */
export const questionCount = 6;

const wordsOf = <const Word extends string>(words: readonly Word[]) => z.array(z.enum(words)).catch([]);
const oneOf = <const Word extends string>(words: readonly Word[]) => z.enum(words).nullable().catch(null);
const typed = z.string().catch('');

const planDraft = z.object({
  language: oneOf(planLanguages),
  level: oneOf(levels),
  goals: wordsOf(planGoals),
  learningStyle: wordsOf(learningStyles),
  availableTime: oneOf(availableTimes),
  modality: wordsOf(modalities),
  /** As it was typed. */
  contact: z
    .object({ name: typed, email: typed, country: typed })
    .catch({ name: '', email: '', country: '' }),
});
/** The plan's questions as far as somebody has come. */
export type PlanDraft = z.infer<typeof planDraft>;

export const emptyPlanDraft: PlanDraft = planDraft.parse({});

/** Reads a draft from anything at all: what makes no sense is left out. */
export function readPlanDraft(value: unknown): PlanDraft {
  return planDraft.safeParse(value).data ?? emptyPlanDraft;
}

/** Picks a word or puts it back. */
export function toggleWord<Word extends string>(picked: readonly Word[], word: Word): Word[] {
  return picked.includes(word) ? picked.filter((each) => each !== word) : [...picked, word];
}

const answerOf = {
  language: 'language',
  level: 'level',
  goal: 'goals',
  style: 'learningStyle',
  time: 'availableTime',
  modality: 'modality',
} as const;

/** Whether a question has its answer, or the contact all it needs. The plan asks nothing. */
export function isPlanStepDone(step: PlanStep, draft: PlanDraft): boolean {
  if (step === 'plan') return true;
  if (step === 'contact') return Object.keys(wrongContact(draft.contact)).length === 0;
  const part = answerOf[step];
  return planAnswers.shape[part].safeParse(draft[part]).success;
}

/**
 * Which step to show when one is asked for by its number. Nobody gets past a question without an answer; the
 * signed-in are not asked for a contact; the plan is shown once it is made.
 */
export function planStepToShow(
  asked: unknown,
  draft: PlanDraft,
  { signedIn, made }: { signedIn: boolean; made: boolean },
): PlanStep {
  const wanted = typeof asked === 'number' && Number.isInteger(asked) ? asked : 0;
  const last = Math.min(Math.max(wanted, 0), planSteps.length - 1);
  for (const step of planSteps.slice(0, Math.min(last, questionCount))) {
    if (!isPlanStepDone(step, draft)) return step;
  }
  const step = planSteps[last] ?? 'language';
  if (step === 'plan' && made) return 'plan';
  if (step === 'plan' || step === 'contact') return signedIn ? 'modality' : 'contact';
  return step;
}

/** In per cent; the contact fills the bar. */
export function planProgressOf(step: PlanStep): number {
  return Math.min(100, (planSteps.indexOf(step) / questionCount) * 100);
}

/** What is sent; null while a question has no answer. */
export function planAnswersOf(draft: PlanDraft): PlanAnswers | null {
  return planAnswers.safeParse(draft).data ?? null;
}

export type ContactFaults = {
  name?: 'short' | 'long' | 'unreadable';
  email?: 'invalid' | 'long';
  country?: 'required' | 'long' | 'unreadable';
};

/** What the server would not take of a contact, and why: one reason a field, the first that holds. */
export function wrongContact(typedContact: PlanDraft['contact']): ContactFaults {
  const { error } = contactSchema.safeParse(typedContact);
  const codes = new Map(error?.issues.toReversed().map(({ path, code }) => [path[0], code]));
  const faults: ContactFaults = {};
  const [name, email, country] = [codes.get('name'), codes.get('email'), codes.get('country')];
  if (name) faults.name = name === 'too_small' ? 'short' : name === 'too_big' ? 'long' : 'unreadable';
  if (email) faults.email = email === 'too_big' ? 'long' : 'invalid';
  if (country) {
    faults.country = country === 'too_small' ? 'required' : country === 'too_big' ? 'long' : 'unreadable';
  }
  return faults;
}

import { z } from 'zod';
import { availableTimes, learningStyles, modalities } from '#features/profiles/contract.ts';
import { levels } from '#shared/levels.ts';
import { contact as contactSchema, type PlanAnswers, planAnswers, planGoals } from '../../contract.ts';
import { offeredLanguages } from '../../rules.ts';

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
  language: oneOf(offeredLanguages),
  level: oneOf(levels),
  goals: wordsOf(planGoals),
  learningStyle: wordsOf(learningStyles),
  availableTime: oneOf(availableTimes),
  modality: wordsOf(modalities),
  /** As typed, not yet validated. */
  contact: z
    .object({ name: typed, email: typed, country: typed })
    .catch({ name: '', email: '', country: '' }),
});
/** The answers to the plan's questions given so far. */
export type PlanDraft = z.infer<typeof planDraft>;

export const emptyPlanDraft: PlanDraft = planDraft.parse({});

/** Parses a draft from any value: invalid fields are left out, and it never throws. */
export function readPlanDraft(value: unknown): PlanDraft {
  return planDraft.safeParse(value).data ?? emptyPlanDraft;
}

/** Adds the word to the list, or removes it when it is there. */
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

/** Whether the question is answered or the contact is complete. True for the plan itself. */
export function isPlanStepDone(step: PlanStep, draft: PlanDraft): boolean {
  if (step === 'plan') return true;
  if (step === 'contact') return Object.keys(wrongContact(draft.contact)).length === 0;
  const part = answerOf[step];
  return planAnswers.shape[part].safeParse(draft[part]).success;
}

/**
 * The step to show when one is requested by its number: never one after the first unanswered question, no contact
 * step for a member, and the plan only after it was made. Without a number it is the first unanswered question, or the
 * last question when the profile or the short quiz answered all.
 */
export function planStepToShow(
  asked: unknown,
  draft: PlanDraft,
  { signedIn, made }: { signedIn: boolean; made: boolean },
): PlanStep {
  const wanted = typeof asked === 'number' && Number.isInteger(asked) ? asked : questionCount - 1;
  const last = Math.min(Math.max(wanted, 0), planSteps.length - 1);
  for (const step of planSteps.slice(0, Math.min(last, questionCount))) {
    if (!isPlanStepDone(step, draft)) return step;
  }
  const step = planSteps[last] ?? 'language';
  if (step === 'plan' && made) return 'plan';
  if (step === 'plan' || step === 'contact') return signedIn ? 'modality' : 'contact';
  return step;
}

/** Progress in percent; 100 at the contact step. */
export function planProgressOf(step: PlanStep): number {
  return Math.min(100, (planSteps.indexOf(step) / questionCount) * 100);
}

/** The request body; null while a question is unanswered. */
export function planAnswersOf(draft: PlanDraft): PlanAnswers | null {
  return planAnswers.safeParse(draft).data ?? null;
}

export type ContactFaults = {
  name?: 'short' | 'long' | 'unreadable';
  email?: 'invalid' | 'long';
  country?: 'required' | 'long' | 'unknown';
};

/** The fields of a contact that the server would refuse, each with its first fault. */
export function wrongContact(typedContact: PlanDraft['contact']): ContactFaults {
  const { error } = contactSchema.safeParse(typedContact);
  const codes = new Map(error?.issues.toReversed().map(({ path, code }) => [path[0], code]));
  const faults: ContactFaults = {};
  const [name, email, country] = [codes.get('name'), codes.get('email'), codes.get('country')];
  if (name) faults.name = name === 'too_small' ? 'short' : name === 'too_big' ? 'long' : 'unreadable';
  if (email) faults.email = email === 'too_big' ? 'long' : 'invalid';
  if (country) {
    faults.country = country === 'too_small' ? 'required' : country === 'too_big' ? 'long' : 'unknown';
  }
  return faults;
}

import { z } from 'zod';
import {
  availableTimes,
  goals,
  handles,
  learningStyles,
  modalities,
  preferences,
  profile,
} from '#features/profiles/contract.ts';
import { tiers } from '#shared/actor.ts';
import { languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { operation } from '#shared/operation.ts';
import { country } from '#shared/places/countries.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { lineOfText } from '#shared/text.ts';
import { topics } from '#shared/topics.ts';
import { uuid } from '#shared/uuid.ts';

/** The answers of the short quiz. A visitor's browser stores them until the visitor has an account. */
export const quizAnswers = preferences.extend({ socialMedia: handles.default({}) });
export type QuizAnswers = z.infer<typeof quizAnswers>;

export const saveQuizAnswers = operation({
  id: 'saveQuizAnswers',
  method: 'put',
  path: '/api/quiz/answers',
  summary: 'Fills the profile from the short quiz: languages, level and the handles that were typed.',
  body: quizAnswers,
  answer: profile,
});

export const planGoals = goals.filter((goal) => goal !== 'school' && goal !== 'games');

const several = <const Word extends string>(words: readonly Word[]) =>
  z.array(z.enum(words)).min(1).max(words.length);

/** The six questions of the personal plan. */
export const planAnswers = z.object({
  language: z.enum(languageCodes),
  level: z.enum(levels),
  goals: several(planGoals),
  learningStyle: several(learningStyles),
  availableTime: z.enum(availableTimes),
  modality: several(modalities),
});
export type PlanAnswers = z.infer<typeof planAnswers>;

/** The contact data of a visitor who makes a plan. */
export const contact = z.object({
  name: lineOfText(80).min(2),
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  country,
});
export type Contact = z.infer<typeof contact>;

/** What the browser of a visitor stores of a plan for the profile of the account that they make. */
export const keptPlanAnswers = planAnswers.extend({ country: country.optional() });
export type KeptPlanAnswers = z.infer<typeof keptPlanAnswers>;

/** A suggested week. Minutes include the whole class or video, from start to end. */
const rhythm = z.object({
  /** Classes and clubs, of about an hour each. */
  live: z.int(),
  videoDays: z.int(),
  /** Minutes of video on each of `videoDays`. */
  videoMinutes: z.int(),
  restDays: z.int(),
  weeklyMinutes: z.int(),
});
export type Rhythm = z.infer<typeof rhythm>;

/** What a visitor may see of a class: not its teacher, its students or its meeting link. */
const planSession = z.object({
  id: uuid,
  kind: z.enum(['class', 'club']),
  title: z.string(),
  startsAt: z.iso.datetime(),
  durationMinutes: z.int(),
  /** Null: for every level. */
  level: z.enum(levels).nullable(),
  requiredTier: z.enum(tiers),
  seatsLeft: z.int(),
});

const planVideo = z.object({
  id: uuid,
  title: z.string(),
  topics: z.array(z.enum(topics)),
  thumbnailUrl: z.string().nullable(),
  seconds: z.int().nullable(),
});

export const plan = z.object({
  rhythm,
  /** At most six of the next two weeks, by start. */
  sessions: z.array(planSession),
  /** At most four, those about the goals first. */
  videos: z.array(planVideo),
});
export type PersonalPlan = z.infer<typeof plan>;

export const makePlan = operation({
  id: 'makePlan',
  method: 'post',
  path: '/api/quiz/plan',
  summary:
    "A personal plan. The signed-in's answers fill their profile, with the country where it has none; a visitor has to say how to reach them, at most five times in half an hour an address.",
  body: keptPlanAnswers.extend({ contact: contact.optional() }),
  answer: plan,
  refusals: [commonRefusals.tooMany],
});

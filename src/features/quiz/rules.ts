import type { Kind } from '#features/classes/contract.ts';
import { handles, type Platform, platforms } from '#features/profiles/contract.ts';
import { findLanguage, type LanguageCode, languageCodes, languages } from '#shared/languages.ts';
import { type Level, levels } from '#shared/levels.ts';
import { parseJson } from '#shared/parse-json.ts';
import { minuteMs } from '#shared/time/durations.ts';
import type { Topic } from '#shared/topics.ts';
import type { PlanAnswers, QuizAnswers, Rhythm } from './contract.ts';

/** The languages that both quizzes offer, in their own order: all of the registry. */
export const offeredLanguages = languageCodes;

/** How many steps the short quiz has: languages, level, handles. */
export const stepCount = 3;

/** The answers given so far; handles as they were typed. */
export type Draft = {
  readonly languages: readonly LanguageCode[];
  readonly level: Level | null;
  readonly socialMedia: Readonly<Partial<Record<Platform, string>>>;
};

export const emptyDraft: Draft = { languages: [], level: null, socialMedia: {} };

/** Progress in percent while step 0, 1 or 2 is being answered. */
export function progressOf(step: number): number {
  return ((step + 1) / stepCount) * 100;
}

/** Adds the language at the end of the list, or removes it when it is there. */
export function toggleLanguage(picked: readonly LanguageCode[], code: LanguageCode): LanguageCode[] {
  return picked.includes(code) ? picked.filter((each) => each !== code) : [...picked, code];
}

/** Whether a step is complete: at least one language, one level, no invalid handle. Handles may be empty. */
export function isAnswered(step: number, draft: Draft): boolean {
  if (step === 0) return draft.languages.length > 0;
  if (step === 1) return draft.level !== null;
  return wrongHandles(draft).length === 0;
}

/** The step to show when `asked` is requested (3 is the result): never one after the first incomplete step. */
export function stepToShow(asked: unknown, draft: Draft): number {
  const wanted = typeof asked === 'number' && Number.isInteger(asked) ? asked : 0;
  const last = Math.min(Math.max(wanted, 0), stepCount);
  for (let step = 0; step < last; step++) if (!isAnswered(step, draft)) return step;
  return last;
}

/** The handles that the server would refuse: too long, or with control characters. */
export function wrongHandles({ socialMedia }: Draft): Platform[] {
  return platforms.filter((platform) => !isReadable(platform, socialMedia[platform] ?? ''));
}

/** The request body: without empty handles, and without any handle for a kid. Null while a step is incomplete. */
export function answersOf(draft: Draft, { kid }: { kid: boolean }): QuizAnswers | null {
  const { level } = draft;
  if (draft.languages.length === 0 || level === null) return null;
  const typed = kid
    ? []
    : platforms.map((platform) => [platform, draft.socialMedia[platform]?.trim()] as const);
  const socialMedia = Object.fromEntries(
    typed.filter(([platform, handle]) => handle && isReadable(platform, handle)),
  );
  return { languages: [...draft.languages], level, socialMedia };
}

export function givesHandles({ socialMedia }: QuizAnswers): boolean {
  return Object.keys(socialMedia).length > 0;
}

/**
 * How answers are kept in the browser until there is an account: `{ languages, level, socialMedia }` as JSON, the
 * languages by their keys (`english`).
 */
export function writeAnswers({ languages: picked, level, socialMedia }: Draft | QuizAnswers): string {
  const keys = picked.map((code) => languages.find((language) => language.code === code)?.key ?? code);
  return JSON.stringify({ languages: keys, level, socialMedia });
}

/** Parses what `writeAnswers` wrote, or any other text: invalid fields are left out, and it never throws. */
export function readDraft(text: string | null): Draft {
  const { languages: picked, level, socialMedia } = asObject(parseJson(text ?? ''));
  const spellings = Array.isArray(picked) ? picked.filter((each) => typeof each === 'string') : [];
  const codes = spellings.map((each) => findLanguage(each)?.code);
  const typed = asObject(socialMedia);
  return {
    languages: [...new Set(codes.filter((code) => code !== undefined))],
    level: readLevel(level),
    socialMedia: Object.fromEntries(
      platforms.filter((platform) => typeof typed[platform] === 'string').map((each) => [each, typed[each]]),
    ),
  };
}

/** Other screens say "beginner" where the quiz says "basic". */
function readLevel(word: unknown): Level | null {
  return levels.find((level) => level === (word === 'beginner' ? 'basic' : word)) ?? null;
}

/** Rate limit of contact forms from one network address. */
export const leadLimit = { max: 5, windowMs: 30 * minuteMs };

const liveMinutes = 60;
type Share = { live: number; videoDays: number; videoMinutes: number };

/** The minutes of a week with classes or clubs, for each amount of time that a learner has on each of seven days. */
const weekWithOthers: Record<PlanAnswers['availableTime'], Share> = {
  '5-10': { live: 1, videoDays: 2, videoMinutes: 5 },
  '15-30': { live: 2, videoDays: 4, videoMinutes: 20 },
  '30-60': { live: 3, videoDays: 3, videoMinutes: 45 },
  '1-2': { live: 4, videoDays: 2, videoMinutes: 90 },
};
const weekAlone: Record<PlanAnswers['availableTime'], Share> = {
  '5-10': { live: 0, videoDays: 6, videoMinutes: 10 },
  '15-30': { live: 0, videoDays: 6, videoMinutes: 20 },
  '30-60': { live: 0, videoDays: 6, videoMinutes: 45 },
  '1-2': { live: 0, videoDays: 6, videoMinutes: 90 },
};

/** The suggested week. It never has more live sessions than are `offered`: days of video take their place. */
export function weeklyRhythm(
  { availableTime, modality }: Pick<PlanAnswers, 'availableTime' | 'modality'>,
  offered: number,
): Rhythm {
  const week = kindsFor(modality).length > 0 && offered > 0 ? weekWithOthers : weekAlone;
  const { live: wanted, videoDays: between, videoMinutes } = week[availableTime];
  const live = Math.min(wanted, offered);
  const videoDays = between + wanted - live;
  return {
    live,
    videoDays,
    videoMinutes,
    restDays: 7 - live - videoDays,
    weeklyMinutes: live * liveMinutes + videoDays * videoMinutes,
  };
}

/** The kinds of live session that suit a modality; none for a learner who prefers to practise alone. */
export function kindsFor(modality: PlanAnswers['modality']): Kind[] {
  const asks = (...words: PlanAnswers['modality']) => words.some((word) => modality.includes(word));
  return [
    ...(asks('club', 'mixed') ? (['club'] as const) : []),
    ...(asks('private', 'mixed') ? (['class'] as const) : []),
  ];
}

const topicsOfGoal: Record<PlanAnswers['goals'][number], readonly Topic[]> = {
  conversation: ['conversation', 'pronunciation', 'idioms'],
  certification: ['exams', 'grammar', 'vocabulary'],
  travel: ['travel', 'culture', 'food'],
  work: ['work', 'news', 'vocabulary'],
  fun: ['music', 'culture', 'food', 'history'],
};

/** The video topics that serve these goals. */
export function topicsFor(goals: PlanAnswers['goals']): Topic[] {
  return [...new Set(goals.flatMap((goal) => topicsOfGoal[goal]))];
}

function isReadable(platform: Platform, typed: string): boolean {
  return typed.trim() === '' || handles.safeParse({ [platform]: typed }).success;
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

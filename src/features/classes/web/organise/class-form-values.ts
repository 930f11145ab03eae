import type { AgeGroup, Tier } from '#shared/actor.ts';
import type { LanguageCode } from '#shared/languages.ts';
import type { Level } from '#shared/levels.ts';
import type { InputOf } from '#shared/operation.ts';
import { addDays, weekdayOf } from '#shared/time/calendar-days.ts';
import { bogota, calendarDay, clockTime } from '#shared/time/zones.ts';
import {
  type ClassChanges,
  classForm,
  type Kind,
  type listClashes,
  type ManagedClass,
  type scheduleClass,
} from '../../contract.ts';
import { meetingAddress } from '../meeting-address/meeting-address.ts';

/** The values of the class form: as `classForm`, with '' for an empty field. */
export type FormValues = {
  kind: Kind;
  /** The teacher of a new class; '' for the organiser. */
  teacherId: string;
  title: string;
  description: string;
  date: string;
  time: string;
  zone: string;
  durationMinutes: number | string;
  requiredTier: Tier;
  language: LanguageCode | null;
  level: Level | null;
  targetAudience: AgeGroup;
  /** '' means the default of the kind; a class that exists has its own. */
  maxStudents: number | string;
  /** Whether single seats are sold, and their price; null means the usual price, and of a class that exists none. */
  soldSingly: boolean;
  priceCents: number | null;
  /** The days of the week on which a new class repeats, '1' for Monday; none: once. And the last day, '' for none. */
  weekdays: string[];
  until: string;
  /** New classes only: a class that exists changes its link apart from the form. */
  meetLink: string;
  /** Clubs only; '' for none. */
  promptCard: string;
};
export type FormField = keyof FormValues;

export const emptyForm: FormValues = {
  kind: 'class',
  teacherId: '',
  title: '',
  description: '',
  date: '',
  time: '',
  zone: bogota,
  durationMinutes: 60,
  requiredTier: 'free',
  language: null,
  level: null,
  targetAudience: 'adult',
  maxStudents: '',
  soldSingly: true,
  priceCents: null,
  weekdays: [],
  until: '',
  meetLink: '',
  promptCard: '',
};

/** The form values of a new class: in the language of its teacher, where they teach exactly one. */
export function newForm(languagesTaught: readonly LanguageCode[]): FormValues {
  const [language = null, ...others] = languagesTaught;
  return { ...emptyForm, language: others.length === 0 ? language : null };
}

/** The form values of an existing class, with day and time in the zone of the class. */
export function valuesOf(liveClass: ManagedClass): FormValues {
  const { startsAt, zone, priceCents } = liveClass;
  return {
    kind: liveClass.kind,
    teacherId: liveClass.teacherId,
    title: liveClass.title,
    description: liveClass.description,
    date: calendarDay(startsAt, zone),
    time: clockTime(startsAt, zone),
    zone,
    durationMinutes: liveClass.durationMinutes,
    requiredTier: liveClass.requiredTier,
    language: liveClass.language,
    level: liveClass.level,
    targetAudience: liveClass.targetAudience,
    maxStudents: liveClass.maxStudents,
    soldSingly: priceCents !== null,
    priceCents,
    weekdays: [],
    until: '',
    meetLink: '',
    promptCard: liveClass.promptCard ?? '',
  };
}

/**
 * The form values of a copy: the same weekday, time and pasted link as the class, in the first week whose day is still
 * to come.
 */
export function copyOf(liveClass: ManagedClass, now: Date): FormValues {
  const values = valuesOf(liveClass);
  const today = calendarDay(now.toISOString(), liveClass.zone);
  let date = addDays(values.date, 7);
  while (date <= today) date = addDays(date, 7);
  return { ...values, date, meetLink: liveClass.linkForCopies ?? '' };
}

type Repeating = Pick<FormValues, 'kind' | 'date' | 'weekdays'>;

/**
 * The days of the week of a new class after a change of the form. A club repeats every week unless the organiser says
 * otherwise: as long as they chose no days themselves, the day of its date is chosen.
 */
export function weekdaysAfter(before: Repeating, after: Repeating): string[] {
  const isByHand =
    after.weekdays.join() !== before.weekdays.join() || before.weekdays.join() !== usualDays(before).join();
  const usual = usualDays(after);
  return isByHand || usual.join() === after.weekdays.join() ? after.weekdays : usual;
}

function usualDays({ kind, date }: Repeating): string[] {
  return kind === 'club' && date !== '' ? [String(weekdayOf(date))] : [];
}

type Body = InputOf<typeof scheduleClass>['body'];

/** The request body for these values. */
export function bodyOf(values: FormValues): Body {
  const { maxStudents, meetLink, promptCard, durationMinutes, soldSingly, priceCents, ...others } = values;
  const { teacherId, weekdays, until, ...facts } = others;
  return {
    ...facts,
    ...(teacherId !== '' && { teacherId }),
    ...(weekdays.length > 0 && { repeats: { weekdays: weekdays.map(Number), until: until || null } }),
    // An empty number field holds '', which the server refuses too.
    durationMinutes: durationMinutes as number,
    ...(maxStudents !== '' && { maxStudents: maxStudents as number }),
    ...(soldSingly ? priceCents !== null && { priceCents } : { priceCents: null }),
    meetLink: textOrNull(meetingAddress(meetLink)),
    promptCard: textOrNull(promptCard),
  };
}

/** What was typed into a field that may stay empty, as it is sent. */
export function textOrNull(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim();
}

type Changes = Omit<ClassChanges, 'version'>;

/** The changes between `before` and `values`. */
export function changesOf(before: FormValues, values: FormValues): Changes {
  const [was, is] = [bodyOf(before), bodyOf(values)] as [Changes, Changes];
  const names = Object.keys(is) as (keyof Changes)[];
  const changed = names.filter((name) => is[name] !== was[name]);
  return Object.fromEntries(changed.map((name) => [name, is[name]]));
}

/** Typed fields; the others are choices, which the server never refuses. */
type TypedField = Exclude<
  FormField,
  | 'kind'
  | 'teacherId'
  | 'requiredTier'
  | 'language'
  | 'level'
  | 'targetAudience'
  | 'soldSingly'
  | 'weekdays'
  | 'until'
>;
type Wrong = Partial<Record<TypedField, 'empty' | 'wrong'>>;

/**
 * The fields that the server's schema refuses, each `empty` or `wrong`. With `exists`, also those that only a new class
 * may leave empty for the usual value: what was cleared would be sent as no change.
 */
export function wrongFields(values: FormValues, { exists = false } = {}): Wrong {
  const { error } = classForm.safeParse(bodyOf(values));
  const fields = (error?.issues ?? []).map(({ path }) => path[0] as TypedField);
  if (exists && values.maxStudents === '') fields.push('maxStudents');
  if (exists && values.requiredTier !== 'free' && values.soldSingly && values.priceCents === null)
    fields.push('priceCents');
  return Object.fromEntries(
    fields.map((field) => [field, String(values[field] ?? '').trim() === '' ? 'empty' : 'wrong']),
  );
}

export type ClashQuery = NonNullable<InputOf<typeof listClashes>['query']>;

/** The time that the form asks for, for a teacher; null while a field of it is missing or invalid. */
export function clashQueryOf(
  values: FormValues,
  { teacherId, classId }: { teacherId: string | undefined; classId: string | undefined },
): ClashQuery | null {
  const { date, time, zone, durationMinutes } = values;
  const wrong = wrongFields(values);
  if (!teacherId || wrong.date || wrong.time || wrong.zone || wrong.durationMinutes) return null;
  const minutes = Number(durationMinutes);
  return { teacherId, date, time, zone, durationMinutes: minutes, ...(classId && { except: classId }) };
}

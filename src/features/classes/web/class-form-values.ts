import type { AgeGroup, Tier } from '#shared/actor.ts';
import type { LanguageCode } from '#shared/languages.ts';
import type { Level } from '#shared/levels.ts';
import type { InputOf } from '#shared/operation.ts';
import { bogota } from '#shared/zones.ts';
import { classForm, type Kind, type scheduleClass } from '../contract.ts';

/** What stands in the organiser's form: as `classForm`, with '' where nothing has been said. */
export type FormValues = {
  kind: Kind;
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
  /** '' means the default of the kind. */
  maxStudents: number | string;
  meetLink: string;
};
export type FormField = keyof FormValues;

export const emptyForm: FormValues = {
  kind: 'class',
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
  meetLink: '',
};

type Body = InputOf<typeof scheduleClass>['body'];

/** What is sent for these values. */
export function bodyOf({ maxStudents, meetLink, durationMinutes, ...values }: FormValues): Body {
  return {
    ...values,
    // An emptied number stays a text, which the server would refuse as well.
    durationMinutes: durationMinutes as number,
    ...(maxStudents !== '' && { maxStudents: maxStudents as number }),
    meetLink: meetLink.trim() === '' ? null : meetLink.trim(),
  };
}

/** The fields that cannot be sent as they are, by the same schema as the server's; `empty` or `wrong` each. */
export function wrongFields(values: FormValues): Partial<Record<FormField, 'empty' | 'wrong'>> {
  const { error } = classForm.safeParse(bodyOf(values));
  const fields = (error?.issues ?? []).map(({ path }) => path[0] as FormField);
  return Object.fromEntries(
    fields.map((field) => [field, String(values[field] ?? '').trim() === '' ? 'empty' : 'wrong']),
  );
}

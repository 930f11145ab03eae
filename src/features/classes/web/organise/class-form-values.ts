import type { AgeGroup, Tier } from '#shared/actor.ts';
import type { LanguageCode } from '#shared/languages.ts';
import type { Level } from '#shared/levels.ts';
import type { InputOf } from '#shared/operation.ts';
import { bogota, calendarDay, clockTime } from '#shared/zones.ts';
import {
  type ClassChanges,
  classForm,
  type Kind,
  type ManagedClass,
  type scheduleClass,
} from '../../contract.ts';

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
  /** Whether a single seat can be bought, and for how much: in units of the currency, '' means what it usually costs. */
  soldSingly: boolean;
  price: number | string;
  /** Of a class that has one, '' leaves it as it is. */
  meetLink: string;
  withoutLink: boolean;
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
  soldSingly: true,
  price: '',
  meetLink: '',
  withoutLink: false,
};

/** What the form opens with to change a class: its day and time as its own clock shows them. */
export function valuesOf(liveClass: ManagedClass): FormValues {
  const { startsAt, zone, priceCents } = liveClass;
  return {
    kind: liveClass.kind,
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
    price: priceCents === null ? '' : priceCents / 100,
    meetLink: '',
    withoutLink: false,
  };
}

type Body = InputOf<typeof scheduleClass>['body'];

/** What is sent for these values. */
export function bodyOf(values: FormValues): Body {
  const { maxStudents, meetLink, durationMinutes, soldSingly, price, withoutLink: _, ...facts } = values;
  return {
    ...facts,
    // An emptied number stays a text, which the server would refuse as well.
    durationMinutes: durationMinutes as number,
    ...(maxStudents !== '' && { maxStudents: maxStudents as number }),
    ...priceOf({ soldSingly, price }),
    meetLink: meetLink.trim() === '' ? null : meetLink.trim(),
  };
}

function priceOf({ soldSingly, price }: Pick<FormValues, 'soldSingly' | 'price'>) {
  if (!soldSingly) return { priceCents: null };
  return price === '' ? {} : { priceCents: Math.round(Number(price) * 100) };
}

type Changes = Omit<ClassChanges, 'version'>;

/** What is sent of a class that was changed from `before`: only what differs. A link is left alone unless said. */
export function changesOf(before: FormValues, values: FormValues): Changes {
  const [was, is] = [bodyOf(before), bodyOf(values)] as [Changes, Changes];
  const names = Object.keys(is) as (keyof Changes)[];
  const changed = names.filter((name) => name !== 'meetLink' && is[name] !== was[name]);
  return {
    ...Object.fromEntries(changed.map((name) => [name, is[name]])),
    ...(is.meetLink && { meetLink: is.meetLink }),
    ...(values.withoutLink && { meetLink: null }),
  };
}

/** What somebody was changing, laid over what the class says meanwhile. */
export function keepTyping(before: FormValues, typed: FormValues, now: FormValues): FormValues {
  const fields = Object.keys(typed) as FormField[];
  const theirs = fields.filter((field) => typed[field] !== before[field]);
  return { ...now, ...Object.fromEntries(theirs.map((field) => [field, typed[field]])) };
}

/** Fields that are typed; the others are choices, none of which the server would refuse. */
type TypedField = Exclude<
  FormField,
  'kind' | 'requiredTier' | 'language' | 'level' | 'targetAudience' | 'soldSingly' | 'withoutLink'
>;
type Wrong = Partial<Record<TypedField, 'empty' | 'wrong'>>;

/** The fields that cannot be sent as they are, by the same schema as the server's; `empty` or `wrong` each. */
export function wrongFields(values: FormValues): Wrong {
  const { error } = classForm.safeParse(bodyOf(values));
  const names = (error?.issues ?? []).map(({ path }) => path[0]);
  const fields = names.map((name) => (name === 'priceCents' ? 'price' : name) as TypedField);
  return Object.fromEntries(
    fields.map((field) => [field, String(values[field] ?? '').trim() === '' ? 'empty' : 'wrong']),
  );
}

import { longest, type OwnTeacherProfile, teachingForm } from '../contract.ts';

/** The values of the form; an emptied number field is a string. */
export type TeachingValues = {
  bio: string;
  languagesTaught: string[];
  specialties: string[];
  experienceYears: number | string;
};

export const emptyTeaching: TeachingValues = {
  bio: '',
  languagesTaught: [],
  specialties: [],
  experienceYears: 0,
};

export function valuesOf(profile: OwnTeacherProfile): TeachingValues {
  const { bio, languagesTaught, specialties, experienceYears } = profile;
  return { bio, languagesTaught: [...languagesTaught], specialties: [...specialties], experienceYears };
}

/** The input of the operation; empty years are zero. */
export function bodyOf(values: TeachingValues) {
  return teachingForm.parse({ ...values, experienceYears: Number(values.experienceYears) });
}

type Fault = 'bio' | 'unreadable' | 'language' | 'years' | 'specialty';

/** The errors by field, by the contract's own rules; an empty object when there are none. */
export function faultsOf(values: TeachingValues): Partial<Record<keyof TeachingValues, Fault>> {
  const { bio, specialties, experienceYears } = teachingForm.shape;
  const faults: Partial<Record<keyof TeachingValues, Fault>> = {};
  if (values.bio.trim() === '') faults.bio = 'bio';
  else if (!bio.safeParse(values.bio).success) faults.bio = 'unreadable';
  if (values.languagesTaught.length === 0) faults.languagesTaught = 'language';
  if (!specialties.safeParse(values.specialties).success) faults.specialties = 'specialty';
  if (!experienceYears.safeParse(Number(values.experienceYears)).success) faults.experienceYears = 'years';
  return faults;
}

/** Adds a typed specialty: trimmed, unless it is empty or a duplicate in any case. */
export function withSpecialty(specialties: readonly string[], typed: string): string[] {
  const added = typed.trim();
  const isThere = specialties.some((one) => one.toLowerCase() === added.toLowerCase());
  const isFull = specialties.length >= longest.specialties;
  return added === '' || isThere || isFull ? [...specialties] : [...specialties, added];
}

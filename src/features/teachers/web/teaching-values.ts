import { longest, type OwnTeacherProfile, teachingForm } from '../contract.ts';

/** What the form holds while it is filled in: a number field that was emptied holds a text. */
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

/** What is sent; years that were left empty are none. */
export function bodyOf(values: TeachingValues) {
  return teachingForm.parse({ ...values, experienceYears: Number(values.experienceYears) });
}

type Fault = 'bio' | 'unreadable' | 'language' | 'years' | 'specialty';

/** What is wrong with each field, by the contract's own rules; an empty object when all is well. */
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

/** The list with what is being typed added: trimmed, no empty ones, no doubles whatever their capitals. */
export function withSpecialty(specialties: readonly string[], typed: string): string[] {
  const added = typed.trim();
  const isThere = specialties.some((one) => one.toLowerCase() === added.toLowerCase());
  const isFull = specialties.length >= longest.specialties;
  return added === '' || isThere || isFull ? [...specialties] : [...specialties, added];
}

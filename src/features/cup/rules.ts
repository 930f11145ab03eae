export * from './season-rules.ts';

/** The languages that the filter always offers; it adds the others that the board has. */
export const cupLanguages = ['de', 'en', 'es', 'eo', 'fr', 'it', 'ko', 'ru', 'ar'] as const;

/** Row limit of an import: more rows than a community has students are a mistake. */
export const mostRows = 50_000;

/** The animals of aliases; the catalogues hold their names. */
export const animals = [
  'colibri', 'jaguar', 'tucan', 'ajolote', 'delfin', 'tortuga', 'condor', 'quetzal', 'nutria', 'zorro', 'lince',
  'puma', 'llama', 'alpaca', 'venado', 'ballena', 'pinguino', 'mariposa', 'luciernaga', 'libelula', 'abeja', 'mapache',
  'armadillo', 'perezoso', 'iguana', 'gecko', 'flamenco', 'garza', 'buho', 'halcon', 'foca', 'manati',
] as const; // biome-ignore format: one glance
export type Animal = (typeof animals)[number];

const accented: Partial<Record<Animal, string>> = {
  colibri: 'colibrí',
  tucan: 'tucán',
  delfin: 'delfín',
  condor: 'cóndor',
  pinguino: 'pingüino',
  luciernaga: 'luciérnaga',
  libelula: 'libélula',
  buho: 'búho',
  halcon: 'halcón',
  manati: 'manatí',
};

/** The alias for a number from the database; there are 31,680. */
export function aliasFrom(number: number): { animal: Animal; number: number } {
  const animal = animals[number % animals.length] ?? animals[0];
  return { animal, number: 10 + (Math.floor(number / animals.length) % 990) };
}

/** `Colibrí 274`. */
export function aliasInSpanish({ animal, number }: { animal: Animal; number: number }): string {
  const name = accented[animal] ?? animal;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${number}`;
}

import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { type RankingColumn, rankingColumns } from '../contract.ts';
import { withoutGuard } from '../rules.ts';

/** Where each column stands in the file's rows (from 0; null for nowhere), and what else the rows hold. */
export type ColumnMap = {
  places: Record<RankingColumn, number | null>;
  extras: { place: number; header: string }[];
  /** The header named no student: the columns are taken in their usual order. */
  byPosition: boolean;
};

/** What the ranking tool, people and the earlier product call each column; compared without case or accents. */
const names: Record<RankingColumn, readonly string[]> = {
  fullName: [
    'full name',
    'name',
    'student',
    'student name',
    'nombre completo',
    'nombre',
    'estudiante',
    'alumno',
  ],
  username: ['username', 'user name', 'user', 'usuario', 'nombre de usuario'],
  email: ['email', 'e mail', 'email address', 'correo', 'correo electronico'],
  classroom: ['classroom', 'class', 'clase', 'aula', 'salon', 'grupo'],
  language: ['language', 'course', 'idioma', 'lengua', 'curso'],
  streakDays: ['streak', 'streak days', 'racha', 'dias de racha', 'racha dias'],
  completedSections: [
    'units completed',
    'completed units',
    'sections completed',
    'completed sections',
    'unidades completadas',
    'secciones completadas',
  ],
  totalSections: [
    'total units in course',
    'total units',
    'total sections',
    'unidades del curso',
    'total de unidades',
    'total de unidades del curso',
    'total de secciones',
    'secciones totales',
  ],
  completionPercentage: [
    'percent completed',
    'completion percentage',
    'percentage completed',
    'completed',
    'porcentaje completado',
    'porcentaje',
    'porcentaje de avance',
    'completado',
    'avance',
  ],
  practiceDays: ['days active', 'active days', 'practice days', 'dias activos', 'dias de practica'],
  totalExp: [
    'total xp',
    'xp',
    'total exp',
    'exp',
    'xp total',
    'total de xp',
    'exp total',
    'experiencia total',
  ],
  learningTime: [
    'time spent learning',
    'learning time',
    'time',
    'tiempo de aprendizaje',
    'tiempo de estudio',
    'tiempo aprendiendo',
    'tiempo',
  ],
  lessons: ['lessons', 'lecciones'],
  otherActivities: ['other', 'other activities', 'otras', 'otros', 'otras actividades'],
  practice: ['practice', 'practices', 'practica', 'practicas'],
  stories: ['stories', 'historias', 'cuentos'],
  crazyPairs: ['crazy pairs', 'match madness', 'parejas locas'],
};

const byName = new Map(
  rankingColumns.flatMap((column) => names[column].map((name) => [name, column] as const)),
);

/** Finds the columns by their headers, in Spanish or English and in any order. */
export function mapColumns(headers: readonly string[]): ColumnMap {
  const named = headers.map((header) => byName.get(plain(header)));
  const byPosition = !named.includes('fullName') || !named.includes('username');
  const columns = byPosition ? rankingColumns : named;
  const places = Object.fromEntries(
    rankingColumns.map((column) => [column, placeIn(columns, column)]),
  ) as ColumnMap['places'];
  return { places, extras: extrasOf(headers, places), byPosition };
}

/** What no column takes, under its own header. */
function extrasOf(headers: readonly string[], places: ColumnMap['places']): ColumnMap['extras'] {
  const taken = new Set(Object.values(places));
  return headers
    .map((header, place) => ({ place, header: shortHeader(header) }))
    .filter(({ place, header }) => header !== '' && !taken.has(place));
}

function shortHeader(header: string): string {
  return withoutGuard(header.replaceAll(/\s+/g, ' ').trim()).slice(0, 60);
}

/**
 * The columns as an administrator assigned them, each to where it stands in the file.
 * @throws Refusal badInput for a place that the file does not have
 */
export function assignColumns(
  headers: readonly string[],
  assigned: readonly (readonly [RankingColumn, number])[],
): ColumnMap {
  if (assigned.some(([, place]) => place >= headers.length)) throw new Refusal(commonRefusals.badInput);
  const byHand = new Map(assigned);
  const places = Object.fromEntries(
    rankingColumns.map((column) => [column, byHand.get(column) ?? null]),
  ) as ColumnMap['places'];
  return { places, extras: extrasOf(headers, places), byPosition: false };
}

/** True when the first line looks like a student rather than like headers: it has figures, and no known name. */
export function looksLikeData(headers: readonly string[]): boolean {
  return (
    headers.some((header) => /^\d[\d.,\s]*%?$/.test(header.trim())) &&
    !headers.some((header) => byName.has(plain(header)))
  );
}

function placeIn(columns: readonly (RankingColumn | undefined)[], column: RankingColumn): number | null {
  const place = columns.indexOf(column);
  return place === -1 ? null : place;
}

function plain(header: string): string {
  return header
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

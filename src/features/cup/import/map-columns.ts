import { withoutFormulaGuards } from '#shared/formats/guard-formulas.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { foldText } from '#shared/text.ts';
import { type RankingColumn, rankingColumns } from '../contract.ts';

/** The index of each column in the file's rows (from 0; null without one), and the remaining columns. */
export type ColumnMap = {
  indexes: Record<RankingColumn, number | null>;
  extras: { index: number; header: string }[];
  /** No header was recognised, so the columns are taken in the specification's order. */
  byPosition: boolean;
};

/** The known headers of each column, compared without case and accents. */
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

/** Finds the columns by their Spanish or English headers, in any order. */
export function mapColumns(headers: readonly string[]): ColumnMap {
  const named = headers.map((header) => byName.get(foldText(header)));
  const byPosition = !named.includes('fullName') || !named.includes('username');
  const columns = byPosition ? rankingColumns : named;
  const indexes = Object.fromEntries(
    rankingColumns.map((column) => [column, placeIn(columns, column)]),
  ) as ColumnMap['indexes'];
  return { indexes, extras: extrasOf(headers, indexes), byPosition };
}

/** The columns of the file that have no column of their own. */
function extrasOf(headers: readonly string[], indexes: ColumnMap['indexes']): ColumnMap['extras'] {
  const taken = new Set(Object.values(indexes));
  return headers
    .map((header, index) => ({ index, header: shortHeader(header) }))
    .filter(({ index, header }) => header !== '' && !taken.has(index));
}

function shortHeader(header: string): string {
  return withoutFormulaGuards(header.replaceAll(/\s+/g, ' ').trim()).slice(0, 60);
}

/**
 * The columns as an administrator assigned them.
 * @throws Refusal badInput for a index that the file does not have
 */
export function assignColumns(
  headers: readonly string[],
  assigned: readonly (readonly [RankingColumn, number])[],
): ColumnMap {
  if (assigned.some(([, index]) => index >= headers.length)) throw new Refusal(commonRefusals.badInput);
  const byHand = new Map(assigned);
  const indexes = Object.fromEntries(
    rankingColumns.map((column) => [column, byHand.get(column) ?? null]),
  ) as ColumnMap['indexes'];
  return { indexes, extras: extrasOf(headers, indexes), byPosition: false };
}

/** True when the first line looks like a student's row: it has figures and no known header. */
export function looksLikeData(headers: readonly string[]): boolean {
  return (
    headers.some((header) => /^\d[\d.,\s]*%?$/.test(header.trim())) &&
    !headers.some((header) => byName.has(foldText(header)))
  );
}

function placeIn(columns: readonly (RankingColumn | undefined)[], column: RankingColumn): number | null {
  const index = columns.indexOf(column);
  return index === -1 ? null : index;
}

import { commonRefusals, Refusal } from '#shared/refusal.ts';
import {
  type ImportWarning,
  type MisreadValue,
  mostListed,
  type RejectedRow,
  type RepeatedRow,
  tooManyRows,
} from '../contract.ts';
import { mostRows } from '../rules.ts';
import type { RankingFile } from './read-ranking-file.ts';
import type { ReadRow } from './read-row.ts';

export type MergedFiles = {
  rows: ReadRow[];
  rejected: RejectedRow[];
  warnings: ImportWarning[];
  misread: MisreadValue[];
  /** The first of them. */
  repeated: RepeatedRow[];
  /** For each file, how many of its rows stay and how many were rejected. */
  files: { rows: number; rejected: number }[];
};

/**
 * Splits the body of an import into its files; without sizes it is one file.
 * @throws Refusal badInput for sizes that are not those of the body
 */
export function splitFiles(bytes: Uint8Array, sizes: readonly number[] | undefined): Uint8Array[] {
  if (!sizes) return [bytes];
  if (sizes.reduce((sum, size) => sum + size, 0) !== bytes.length) throw new Refusal(commonRefusals.badInput);
  return sizes.map((size, index) => {
    const from = sizes.slice(0, index).reduce((sum, before) => sum + before, 0);
    return bytes.subarray(from, from + size);
  });
}

/**
 * Merges the files of an import, one for each classroom. A student whom several files have with the same language
 * stays in the file with more experience, else in the earlier one. What is repeated within one file stays.
 * @throws Refusal tooManyRows
 */
export function mergeFiles(read: readonly RankingFile[]): MergedFiles {
  const best = new Map<string, { file: number; row: ReadRow }>();
  for (const [file, { rows }] of read.entries()) {
    for (const row of rows) {
      const earlier = best.get(keyOf(row));
      if (!earlier || row.totalExp > earlier.row.totalExp) best.set(keyOf(row), { file, row });
    }
  }
  const repeated: RepeatedRow[] = [];
  const kept = read.map(({ rows }, file) =>
    rows.filter((row) => {
      const owner = best.get(keyOf(row))?.file ?? file;
      if (owner !== file && repeated.length < mostListed) {
        const { fullName, username, language } = row;
        repeated.push({ fullName, username, language, kept: owner, dropped: file });
      }
      return owner === file;
    }),
  );
  const rows = kept.flat();
  if (rows.length > mostRows) throw new Refusal(tooManyRows, { most: mostRows });
  return {
    rows,
    rejected: read.flatMap(({ rejected }, file) => rejected.map((row) => ({ file, ...row }))),
    warnings: read.flatMap(({ warnings }, file) => warnings.map((warning) => ({ file, ...warning }))),
    misread: read
      .flatMap(({ misread }, file) => misread.map((value) => ({ file, ...value })))
      .slice(0, mostListed),
    repeated,
    files: read.map(({ rejected }, file) => ({
      rows: kept[file]?.length ?? 0,
      rejected: rejected.length,
    })),
  };
}

function keyOf({ username, language }: ReadRow): string {
  return `${language}\n${username.toLowerCase()}`;
}

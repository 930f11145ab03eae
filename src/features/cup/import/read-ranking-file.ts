import { Readable } from 'node:stream';
import { setImmediate as otherWork } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { languageCodes } from '#shared/languages.ts';
import { Refusal } from '#shared/refusal.ts';
import {
  type ImportWarning,
  type MisreadValue,
  mostListed,
  type RankingColumn,
  type RejectedRow,
  rankingColumns,
  tooManyRows,
} from '../contract.ts';
import { mostRows } from '../rules.ts';
import { decodeText } from './decode-text.ts';
import { type Delimiter, findDelimiter } from './find-delimiter.ts';
import { assignColumns, type ColumnMap, looksLikeData, mapColumns } from './map-columns.ts';
import { noTime, type ReadRow, readRow } from './read-row.ts';

/** What is said of a file, before it has a number among the files of its import. */
export type OfOneFile<Said> = Omit<Said, 'file'>;

export type RankingFile = {
  rows: ReadRow[];
  rejected: OfOneFile<RejectedRow>[];
  warnings: OfOneFile<ImportWarning>[];
  /** Values that count as 0, the first of them. */
  misread: OfOneFile<MisreadValue>[];
  headers: string[];
  columns: ColumnMap;
};

/** Columns without a place on the board that are kept; the tool has four. Each row repeats all of their headers. */
const mostExtras = 40;

type Line = { line: number; values: string[] };

/**
 * Parses a ranking export: the first line is the header, each other line a student. Quotes follow RFC 4180. A file
 * with unbalanced quotes is parsed without quoting, like the specification's reader, which splits on commas.
 * `assigned` are columns that an administrator assigned.
 * @throws Refusal emptyFile, notCsv, tooManyRows, badInput for a column that the file does not have
 */
export async function readRankingFile(
  bytes: Uint8Array,
  assigned?: readonly (readonly [RankingColumn, number])[],
): Promise<RankingFile> {
  const text = decodeText(bytes);
  const { delimiter, header } = findDelimiter(text);
  const quoted = await splitLines(text, delimiter, '"');
  const lines = quoted ?? (await splitLines(text, delimiter, null)) ?? [];
  const [headerLine, ...students] = lines.filter(({ line }) => line > header);
  const headers = headerLine?.values ?? [];
  const mapped = assigned ? assignColumns(headers, assigned) : mapColumns(headers);
  const columns = { ...mapped, extras: mapped.extras.slice(0, mostExtras) };
  const width = columns.byPosition ? Math.max(headers.length, rankingColumns.length) : headers.length;

  const rows: ReadRow[] = [];
  const rejected: RankingFile['rejected'] = [];
  const misread: RankingFile['misread'] = [];
  const warned = new Warnings();
  const blank: number[] = [];
  const lineOfUsername = new Map<string, number>();
  if (quoted === null) warned.add('quotes-ignored');
  if (looksLikeData(headers)) warned.add('no-header', headerLine?.line);
  else if (columns.byPosition) warned.add('by-position');
  for (const [index, { line, values }] of students.entries()) {
    if (index % rowsAtATime === 0) await otherWork();
    const outcome = readRow(values, columns);
    if (outcome.row === null) {
      rejected.push({ line, reason: outcome.reason, text: beginning(values, delimiter) });
      continue;
    }
    rows.push(outcome.row);
    if (values.slice(width).some((value) => value.trim() !== '')) warned.add('long-rows', line);
    if (outcome.misread.length > 0) warned.add('unreadable-numbers', line);
    for (const value of outcome.misread) if (misread.length < mostListed) misread.push({ line, ...value });
    if (isTimeUnread(outcome.row)) warned.add('unreadable-times', line);
    if (!isKnownOrBlank(outcome.row.language)) warned.add('unknown-language', line);
    if (outcome.row.language === '') blank.push(line);
    const username = outcome.row.username.toLowerCase();
    if (lineOfUsername.has(username)) warned.add('same-username', line);
    else lineOfUsername.set(username, line);
  }
  // In a file without languages all compete as one.
  if (blank.length < rows.length) for (const line of blank) warned.add('blank-language', line);
  return { rows, rejected, misread, warnings: warned.all(), headers, columns };
}

/** Whether the file gives a time that was not understood: the row is never held. */
function isTimeUnread({ learningTime, xpPerMinute }: ReadRow): boolean {
  return xpPerMinute === null && /[\p{L}\p{N}]/u.test(learningTime) && learningTime !== noTime;
}

/** A language that is misspelled would win prizes of its own. */
function isKnownOrBlank(language: string): boolean {
  return language === '' || languageCodes.some((code) => code === language);
}

/** Between so many bytes, and so many rows, other requests are served: some milliseconds. */
const chunk = 64 * 1024;
const rowsAtATime = 500;

/** Null for unbalanced quotes. */
async function splitLines(text: string, delimiter: Delimiter, quote: '"' | null): Promise<Line[] | null> {
  const parser = parse({
    delimiter,
    quote,
    escape: quote,
    record_delimiter: '\n',
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
  });
  const lines: Line[] = [];
  try {
    for await (const { record, info } of Readable.from(pieces(text)).pipe(parser)) {
      const values = record as string[];
      if (quote && values.some((value) => value.startsWith('"') && value.includes('\n'))) return null;
      if (values.length === 1 && values[0]?.trim() === '') continue;
      lines.push({ line: info.lines - breaksIn(values), values });
      if (lines.length > mostRows + 1) throw new Refusal(tooManyRows, { most: mostRows });
    }
  } catch (error) {
    if (error instanceof CsvError && quote) return null;
    throw error;
  }
  return lines;
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += chunk) {
    // Streams hand on what is ready without a turn of the event loop.
    await otherWork();
    yield bytes.subarray(start, start + chunk);
  }
}

/** Number of line breaks inside a row's quoted values; the row is listed under its first line. */
function breaksIn(values: readonly string[]): number {
  return values.reduce((sum, value) => sum + value.split('\n').length - 1, 0);
}

function beginning(values: readonly string[], delimiter: Delimiter): string {
  return values.join(delimiter).replaceAll(/\s+/g, ' ').slice(0, 120).toWellFormed();
}

const linesNamed = 20;

class Warnings {
  readonly #byCode = new Map<ImportWarning['code'], OfOneFile<ImportWarning>>();

  add(code: ImportWarning['code'], line?: number): void {
    const warning = this.#byCode.get(code) ?? { code, count: 0, lines: [] };
    warning.count += 1;
    if (line !== undefined && warning.lines.length < linesNamed) warning.lines.push(line);
    this.#byCode.set(code, warning);
  }

  all(): OfOneFile<ImportWarning>[] {
    return [...this.#byCode.values()];
  }
}

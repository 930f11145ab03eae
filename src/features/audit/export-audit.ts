import type { Ctx } from '#server/ctx.ts';
import { inPortions } from '#server/db/keyset.ts';
import { byteOrderMark, csvText } from '#shared/formats/csv-text.ts';
import { refuse } from '#shared/refusal.ts';
import type { AuditFilters, AuditLine } from './contract.ts';
import { may } from './permissions.ts';
import { selectLines, toLine } from './reads.ts';
import { readSheetWords, type SheetWords } from './sheet-words.ts';

const portion = 1000;

/**
 * Streams the matching lines as CSV (RFC 4180, with a UTF-8 byte order mark for spreadsheets), newest first. A value
 * that looks like a formula is prefixed with an apostrophe, so that no spreadsheet executes a reason. An act has
 * its name and its code, its detail stands as it is stored.
 * @throws Refusal signInFirst, notAllowed, before the first piece
 */
export function exportAudit(ctx: Ctx, filters: AuditFilters): AsyncIterable<string> {
  refuse(may(ctx.actor, 'read'));
  return inPieces(ctx, filters);
}

async function* inPieces(ctx: Ctx, filters: AuditFilters): AsyncGenerator<string> {
  const words = await readSheetWords(ctx);
  const { head, momentHeads } = words;
  const heads = [
    ...momentHeads('when'),
    ...(['who', 'act', 'actCode', 'person', 'reason', 'detail'] as const).map(head),
  ];
  yield byteOrderMark + csvText([heads]);
  const portions = inPortions(portion, (cursor) => selectLines(ctx, filters, cursor, portion));
  for await (const rows of portions) yield csvText(rows.map((row) => cells(toLine(row), words)));
}

function cells(line: AuditLine, words: SheetWords): string[] {
  const { createdAt, actor, act, person, reason, detail } = line;
  return [
    ...words.moment(new Date(createdAt)),
    actor.name,
    words.act(act),
    act,
    person?.name ?? '',
    reason ?? '',
    JSON.stringify(detail),
  ];
}

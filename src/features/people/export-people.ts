import { recordAct } from '#features/audit/record-act.ts';
import { readSheetWords, type SheetWords } from '#features/audit/sheet-words.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { byteOrderMark, csvText } from '#shared/formats/csv-text.ts';
import { refuse } from '#shared/refusal.ts';
import type { PersonRow } from './contract.ts';
import { may } from './permissions.ts';
import { type PeopleQuery, readMatchingPeople } from './reads.ts';

type ExportQuery = Omit<PeopleQuery, 'cursor' | 'limit'>;

const heads = [
  'name',
  'email',
  'role',
  'ageGroup',
  'plan',
  'attended',
  'coins',
  'memberSince',
  'banned',
  'planUntil',
  'renews',
  'singlePayment',
  'nameHidden',
] as const;

const ofName = { shown: null, hidden: 'yes', chosen: 'newNameToReview' } as const satisfies Record<
  PersonRow['nameState'],
  string | null
>;

/**
 * Streams the matching people as CSV (RFC 4180, with a UTF-8 byte order mark for spreadsheets), in the order of the
 * list. Days are those of the administrator who takes it, as on the page. The audit log says who took the list, because
 * it holds e-mail addresses.
 * @throws Refusal noSession, notAllowed, before the first piece
 */
export function exportPeople(ctx: Ctx, query: ExportQuery): AsyncIterable<string> {
  refuse(may(ctx.actor, 'administer'));
  return inPieces(ctx, query);
}

async function* inPieces(outer: Ctx, { sort, ...filters }: ExportQuery): AsyncGenerator<string> {
  await inTransaction(outer, (ctx) => recordAct(ctx, { act: 'people.export-people' }));
  const words = await readSheetWords(outer);
  yield byteOrderMark + csvText([heads.map(words.head)]);
  for await (const rows of readMatchingPeople(outer, filters, sort)) {
    yield csvText(rows.map((person) => cells(person, words)));
  }
}

function cells(person: Omit<PersonRow, 'allowed'>, { word, mark, day }: SheetWords): string[] {
  const { name, email, role, ageGroup, tier, classesAttended, coins, memberSince, isBanned } = person;
  const { tierUntil, tierRenews, holds, nameState } = person;
  return [
    name,
    email,
    word(role),
    word(ageGroup),
    word(tier),
    String(classesAttended),
    String(coins),
    day(memberSince),
    mark(isBanned),
    day(tierUntil),
    mark(tierRenews),
    mark(holds === 'single'),
    word(ofName[nameState]),
  ];
}

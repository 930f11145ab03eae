import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { byteOrderMark, toCsv } from '#server/http/csv.ts';
import { memberOf } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import { calendarDay } from '#shared/time/zones.ts';
import type { PersonRow } from './contract.ts';
import { may } from './permissions.ts';
import { type PeopleQuery, readMatchingPeople } from './reads.ts';

type ExportQuery = Omit<PeopleQuery, 'cursor' | 'limit'>;

const columns = [
  'nombre',
  'correo',
  'rol',
  'edad',
  'plan',
  'clases tomadas',
  'sumicoins',
  'miembro desde',
  'suspendida',
  'plan hasta',
  'se renueva',
  'pago único',
  'nombre oculto',
];

const ofName = { shown: '', hidden: 'sí', chosen: 'sí, nombre nuevo por revisar' } as const satisfies Record<
  PersonRow['nameState'],
  string
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
  const { zone } = memberOf(outer.actor);
  yield byteOrderMark + toCsv([columns]);
  for await (const rows of readMatchingPeople(outer, filters, sort)) {
    yield toCsv(rows.map((person) => cells(person, zone)));
  }
}

function cells(person: Omit<PersonRow, 'allowed'>, zone: string): string[] {
  const { name, email, role, ageGroup, tier, classesAttended, coins, memberSince, isBanned } = person;
  const { tierUntil, tierRenews, holds, nameState } = person;
  const mark = (is: boolean) => (is ? 'sí' : '');
  const day = calendarDay(memberSince, zone);
  return [
    name,
    email,
    role,
    ageGroup,
    tier,
    String(classesAttended),
    String(coins),
    day,
    mark(isBanned),
    tierUntil ? calendarDay(tierUntil, zone) : '',
    mark(tierRenews),
    mark(holds === 'single'),
    ofName[nameState],
  ];
}

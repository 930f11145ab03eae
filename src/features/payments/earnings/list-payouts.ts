import type { Ctx } from '#server/ctx.ts';
import { keyset, pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import type * as contract from '../contract.ts';
import type { Payout } from '../contract.ts';
import { may } from '../permissions.ts';

const payoutsAPage = 20;

const newestFirst = keyset('desc', { 'payout.paidAt': 'instant', 'payout.id': 'uuid' });

/** A teacher's payouts, newest first; one that was taken back says when. @throws Refusal notAllowed */
export async function listPayouts(
  { db, actor }: Ctx,
  {
    teacherId = memberOf(actor).userId,
    cursor,
  }: { teacherId?: string | undefined; cursor?: string | undefined },
): Promise<AnswerOf<typeof contract.listPayouts>> {
  refuse(may(actor, 'read-earnings', teacherId));
  const rows = await selectPayouts(db)
    .select(newestFirst.key)
    .where('payout.teacherId', '=', teacherId)
    .where(newestFirst.after(cursor))
    .orderBy(newestFirst.order)
    .limit(payoutsAPage + 1)
    .execute();
  return pageOf(rows, payoutsAPage, toPayout);
}

/** One payout, for use cases that have just written it. @throws Refusal notFound */
export async function readPayout({ db }: Ctx, id: string): Promise<Payout> {
  const row = await selectPayouts(db).where('payout.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal(commonRefusals.notFound);
  return toPayout(row);
}

function selectPayouts(db: Ctx['db']) {
  return db
    .selectFrom('teacherPayouts as payout')
    .innerJoin('shownPeople as recorder', 'recorder.id', 'payout.recordedBy')
    .leftJoin('teacherPayouts as reversal', 'reversal.reverses', 'payout.id')
    .select([
      'payout.id',
      'payout.amountCents',
      'payout.currency',
      'payout.paidAt',
      'payout.note',
      'recorder.name as recordedBy',
      'reversal.createdAt as reversedAt',
    ])
    .where('payout.reverses', 'is', null);
}

type Row = Omit<Payout, 'paidAt' | 'reversedAt'> & { paidAt: Date; reversedAt: Date | null };

function toPayout({ id, amountCents, currency, paidAt, note, recordedBy, reversedAt }: Row): Payout {
  return {
    id,
    amountCents,
    currency,
    paidAt: paidAt.toISOString(),
    note,
    recordedBy,
    reversedAt: reversedAt?.toISOString() ?? null,
  };
}

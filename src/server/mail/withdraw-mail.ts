import { sql } from 'kysely';
import type { Ctx } from '../ctx.ts';

/** Deletes the letters of a kind that wait to be sent and concern a person (`detail.userId`). */
export async function withdrawMail({ db }: Pick<Ctx, 'db'>, kind: string, userId: string): Promise<void> {
  await db
    .deleteFrom('mailOutbox')
    .where('kind', '=', kind)
    .where(sql<boolean>`detail ->> 'userId' = ${userId}`)
    .execute();
}

import type { Ctx } from '#server/ctx.ts';
import type { CupSettings } from '../contract.ts';

/** The prizes and numbers of the cup. */
export async function readSettings({ db }: Pick<Ctx, 'db'>): Promise<CupSettings> {
  const { firstPrize, secondPrize, thirdPrize, ...numbers } = await db
    .selectFrom('cupSettings')
    .select(['firstPrize', 'secondPrize', 'thirdPrize', 'mostXpPerMinute', 'fewestParticipants'])
    .executeTakeFirstOrThrow();
  return { prizes: [firstPrize, secondPrize, thirdPrize], ...numbers };
}

import type { Ctx } from '#server/ctx.ts';
import { pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { listOffers as operation } from '../contract.ts';
import { selectStandingOffers } from '../hand-over/standing-offers.ts';
import { may } from '../permissions.ts';

/** @throws Refusal signInFirst, notAllowed, badInput for a malformed cursor */
export async function listOffers(
  ctx: Ctx,
  { cursor, limit }: ReceivedOf<typeof operation>['query'],
): Promise<AnswerOf<typeof operation>> {
  refuse(may(ctx.actor, 'organise'));
  const { userId } = memberOf(ctx.actor);
  const rows = await selectStandingOffers(ctx, { userId, cursor, most: limit + 1 });
  return pageOf(
    rows,
    limit,
    ({ fromId: _from, seriesId: _series, startsAt, overlappingTitle, overlappingStartsAt, ...row }) => ({
      ...row,
      startsAt: startsAt.toISOString(),
      overlapping:
        overlappingTitle !== null && overlappingStartsAt
          ? { title: overlappingTitle, startsAt: overlappingStartsAt.toISOString() }
          : null,
    }),
  );
}

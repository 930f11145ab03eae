import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';

export type Notice = {
  /** Ids of the people who are told. */
  to: readonly string[];
  /** `feature.what-happened`; its words stand in this feature's texts under `kinds`. */
  kind: string;
  /** What fills the words in: names, titles, amounts, instants as ISO texts. */
  detail?: Record<string, string | number | null>;
  /** Where it leads: an address of this product. */
  link?: string;
};

/** Tells people something inside the product, in the transaction that makes it true. */
export async function notify(ctx: Ctx, { to, kind, detail = {}, link }: Notice): Promise<void> {
  const people = [...new Set(to)];
  if (people.length === 0) return;
  await ctx.db
    .insertInto('notifications')
    .values(
      people.map((userId) => ({ userId, kind, detail: JSON.stringify(detail), link, createdAt: ctx.now })),
    )
    .execute();
  await publish(ctx, { kind: 'notifications.changed', audience: people });
}

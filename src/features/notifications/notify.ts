import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';

export type Notice = {
  /** Ids of the recipients. */
  to: readonly string[];
  /** `feature.what-happened`; its text is in this feature's catalogues under `kinds`. */
  kind: string;
  /** The values for the text: names, titles, amounts, instants in ISO 8601. */
  detail?: Record<string, string | number | null>;
  /** The path of the page that it links to. */
  link?: string;
};

/** Sends a notice to people, in the transaction of what it is about. */
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

import type { Ctx } from '#server/ctx.ts';

/** What a visitor of the demo finds that ends after some time. */
type DemoPart = 'club-seat' | 'class-seat' | 'waiting-list' | 'invitation';

/**
 * Makes parts of the demo that last no more. `make` answers until when what it made lasts, null where there was nothing
 * to make it of: the next start tries again. While a part lasts, a start leaves it as visitors have made it.
 */
export async function renewParts(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  makers: Readonly<Record<DemoPart, () => Promise<Date | null>>>,
): Promise<void> {
  const lasting = await db.selectFrom('demoParts').select('part').where('lastsUntil', '>', now).execute();
  for (const [part, make] of Object.entries(makers)) {
    if (lasting.some((each) => each.part === part)) continue;
    const lastsUntil = await make();
    if (!lastsUntil) continue;
    await db
      .insertInto('demoParts')
      .values({ part, lastsUntil })
      .onConflict((there) => there.column('part').doUpdateSet({ lastsUntil }))
      .execute();
  }
}

import type { Db } from '#server/db/connect.ts';
import type { SeededRandom } from '../../../../src/testing/seeded-random.ts';
import type { Server } from '../servers/start-server.ts';
import type { Fixtures, Member } from './fixtures.ts';
import { keyOf, type SendWrite } from './writes.ts';

const rows = 40;

/**
 * The administrator imports a ranking and publishes it; a person claims a row of it, and the administrator confirms.
 * Each step that is not acknowledged is the last. Another import that was published meanwhile is a reason to refuse.
 */
export async function importRanking(
  {
    db,
    fixtures: { admin, claimants },
    nth,
    sendWrite,
  }: { db: Db; fixtures: Fixtures; nth: number; sendWrite: SendWrite },
  chance: SeededRandom,
  server?: Server,
): Promise<void> {
  const mark = `cup-${chance.between(0, 2 ** 31)}-${chance.between(0, 2 ** 31)}`;
  const lines = Array.from({ length: rows }, (_, row) => `Persona ${row},${mark}-${row},${row * 10}`);
  const season = new Date().toISOString().slice(0, 7);
  const previewed = await sendWrite(
    {
      name: 'preview an import',
      by: admin,
      call: {
        method: 'POST',
        path: `/api/cup/imports?season=${season}`,
        body: new TextEncoder().encode(['full name,username,total exp', ...lines].join('\n')),
        headers: { 'content-type': 'text/csv' },
      },
      // A draft has no name that is known before: that it has all its rows is an invariant of the load.
      effects: [],
    },
    server,
  );
  if (previewed.outcome !== 'acknowledged') return;
  const { boardId } = JSON.parse(previewed.answered?.text ?? '{}') as { boardId: string };
  const committed = await sendWrite(
    {
      name: 'publish an import',
      by: admin,
      call: { method: 'POST', path: `/api/cup/imports/${boardId}/commit`, body: {} },
      effects: [[keyOf('published', boardId), `${rows} rows of ${rows}`]],
    },
    server,
  );
  const claimant = claimants[nth];
  if (committed.outcome !== 'acknowledged' || !claimant) return;
  const username = `${mark}-1`;
  const claim = keyOf('claim', username);
  const claimed = await sendWrite({
    name: 'claim a row',
    by: claimant,
    call: { method: 'POST', path: '/api/cup/claims', body: { username } },
    effects: [[claim, `pending ${claimant.id}`]],
  });
  if (claimed.outcome !== 'acknowledged') return;
  const id = await findClaim(db, claimant);
  if (!id) return;
  await sendWrite({
    name: 'confirm a claim',
    by: admin,
    call: { method: 'POST', path: `/api/cup/claims/${id}/confirm`, body: {} },
    effects: [[claim, `confirmed ${claimant.id}`]],
  });
}

/** Null while the database is away for the siege too. */
async function findClaim(db: Db, { id: userId }: Member): Promise<string | null> {
  try {
    const claim = await db
      .selectFrom('cupClaims')
      .select('id')
      .where('userId', '=', userId)
      .executeTakeFirst();
    return claim?.id ?? null;
  } catch {
    return null;
  }
}

import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { SubjectKind } from './rules.ts';

/** Deletes the reports of things that are erased with their author: they hold the reported words. */
export async function eraseReportsOf(
  { db }: Pick<Ctx, 'db'>,
  kind: SubjectKind,
  subjects: readonly string[],
): Promise<void> {
  await sql`delete from reports where subject_kind = ${kind} and subject_id = any(${subjects}::text[])`.execute(
    db,
  );
}

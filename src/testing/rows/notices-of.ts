import type { Db } from '#server/db/connect.ts';

type At = { db: Db };

/** The notices that a person has, in the order in which they came; `like` bounds the kinds. */
export async function noticesOf({ db }: At, { id }: { id: string }, like = '%') {
  return db
    .selectFrom('notifications')
    .select(['kind', 'detail', 'link'])
    .where('userId', '=', id)
    .where('kind', 'like', like)
    .orderBy('id')
    .execute();
}

/** The kinds of those notices. */
export async function noticeKindsOf(at: At, person: { id: string }, like?: string): Promise<string[]> {
  return (await noticesOf(at, person, like)).map(({ kind }) => kind);
}

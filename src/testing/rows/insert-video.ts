import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { DB } from '#server/db/schema.ts';

/** Inserts an approved video with a unique source id and returns its id; `traits` override its columns. */
export async function insertVideo(db: Db, traits: Partial<Insertable<DB['videos']>> = {}): Promise<string> {
  const { id } = await db
    .insertInto('videos')
    .values({
      title: 'Un video',
      language: 'en',
      level: 'basic',
      source: 'upload',
      sourceId: randomUUID(),
      seconds: 9,
      moderationStatus: 'approved',
      ...traits,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

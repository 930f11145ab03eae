import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { channelWork } from '#features/videos/channels/sync-channels.ts';
import type { Db } from '#server/db/connect.ts';
import type { LanguageCode } from '#shared/languages.ts';

/** A listed channel, in French unless said otherwise, which is due to be asked where it is active; answers its id. */
export async function insertChannel(
  db: Db,
  traits: { language?: LanguageCode; isActive?: boolean } = {},
): Promise<string> {
  const { id } = await db
    .insertInto('videoChannels')
    .values({
      sourceId: `UC${randomUUID().replaceAll('-', '').slice(0, 22)}`,
      title: 'Por conocer',
      language: 'fr',
      level: 'intermediate',
      topics: ['music'],
      ...traits,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (traits.isActive !== false) await sql`select put_due(${channelWork.kind}, ${id})`.execute(db);
  return id;
}

import type { Ctx } from '#server/ctx.ts';
import { keyset, pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type * as contract from './contract.ts';
import type { Announcement, ManagedAnnouncement } from './contract.ts';
import { may } from './permissions.ts';
import { isForReader, selectReaders } from './select-readers.ts';

type Page = { cursor?: string | undefined; limit: number };

const newestFirst = keyset('desc', { 'announcement.postedAt': 'instant', 'announcement.id': 'uuid' });

/**
 * The announcements that are for the reader, as they are now: a kid who has grown up reads those of adults.
 * @throws Refusal signInFirst, badInput for a malformed cursor
 */
export async function listAnnouncements(
  ctx: Ctx,
  { cursor, limit }: Page,
): Promise<AnswerOf<typeof contract.listAnnouncements>> {
  refuse(may(ctx.actor, 'read'));
  const { userId } = memberOf(ctx.actor);
  const rows = await selectAnnouncements(ctx)
    .innerJoin('profiles', (join) => join.on(isForReader).on('profiles.userId', '=', userId))
    .where(newestFirst.after(cursor))
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, toAnnouncement);
}

/**
 * Every announcement, newest first, with whom it is for and how many people were told.
 * @throws Refusal signInFirst, notAllowed, badInput for a malformed cursor
 */
export async function listManagedAnnouncements(
  ctx: Ctx,
  { cursor, limit }: Page,
): Promise<AnswerOf<typeof contract.listManagedAnnouncements>> {
  refuse(may(ctx.actor, 'manage'));
  const rows = await selectAnnouncements(ctx)
    .where(newestFirst.after(cursor))
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, toManaged);
}

/** One announcement, for its author's browser. */
export async function readManagedAnnouncement(ctx: Ctx, id: string): Promise<ManagedAnnouncement> {
  const row = await selectAnnouncements(ctx).where('announcement.id', '=', id).executeTakeFirstOrThrow();
  return toManaged(row);
}

/**
 * How many people would be told now.
 * @throws Refusal signInFirst, notAllowed
 */
export async function countReaders(
  ctx: Ctx,
  { audience, language }: ReceivedOf<typeof contract.countReaders>['query'],
): Promise<AnswerOf<typeof contract.countReaders>> {
  refuse(may(ctx.actor, 'manage'));
  return selectReaders(ctx, { audience, language: language ?? null }, memberOf(ctx.actor).userId)
    .select(({ fn }) => fn.countAll<number>().as('readers'))
    .executeTakeFirstOrThrow();
}

function selectAnnouncements({ db }: Pick<Ctx, 'db'>) {
  return db
    .selectFrom('announcements as announcement')
    .innerJoin('shownPeople as author', 'author.id', 'announcement.authorId')
    .select(['announcement.id', 'announcement.title', 'announcement.words', 'announcement.postedAt'])
    .select(['announcement.audience', 'announcement.language', 'announcement.told', 'announcement.toldAt'])
    .select(['author.name as author', newestFirst.key])
    .orderBy(newestFirst.order);
}

type Row = Omit<Awaited<ReturnType<ReturnType<typeof selectAnnouncements>['execute']>>[number], 'pageKey'>;

function toAnnouncement({ id, title, words, postedAt, author }: Row): Announcement {
  return { id, title, words, postedAt: postedAt.toISOString(), author };
}

function toManaged(row: Row): ManagedAnnouncement {
  const { audience, language, told, toldAt } = row;
  return { ...toAnnouncement(row), audience, language, told, isTold: toldAt !== null };
}

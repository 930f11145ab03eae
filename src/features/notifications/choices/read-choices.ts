import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { NoticeChoices } from '../contract.ts';
import { hasDeviceColumn } from '../devices/has-device-column.ts';
import { noticeTopics, wants } from '../rules.ts';
import { choiceColumns, choicesFrom } from './stored-choices.ts';

/** What a community can send: letters or not, and the public key of its push messages. */
export type Means = { sendsMail: boolean; pushKey: string };

/** The reader's own choices. */
export async function readChoices({ db, actor }: Ctx, { sendsMail, pushKey }: Means): Promise<NoticeChoices> {
  const { userId, ageGroup, emailProved } = memberOf(actor);
  const stored = await db
    .selectFrom('users')
    .leftJoin('noticeSettings', 'noticeSettings.userId', 'users.id')
    .select([...choiceColumns, hasDeviceColumn.as('hasDevice')])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  const { chosen, quiet, digest } = choicesFrom(stored);
  return {
    topics: noticeTopics.map((topic) => ({
      topic,
      email: wants(chosen, topic, 'email', stored.hasDevice),
      push: wants(chosen, topic, 'push', stored.hasDevice),
    })),
    hasDevice: stored.hasDevice,
    quiet,
    digest,
    pushKey,
    noLetters: ageGroup === 'kid' ? 'kid' : !sendsMail ? 'no-mail' : emailProved ? null : 'unproved',
  };
}

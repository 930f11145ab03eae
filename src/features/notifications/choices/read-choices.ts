import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { NoticeChoices } from '../contract.ts';
import { noticeTopics, wants } from '../rules.ts';
import { choiceColumns, choicesFrom } from './stored-choices.ts';

/** The reader's own choices. `sendsMail`: whether the community sends letters at all. */
export async function readChoices(
  { db, actor }: Ctx,
  { sendsMail }: { sendsMail: boolean },
): Promise<NoticeChoices> {
  const { userId, ageGroup, emailProved } = memberOf(actor);
  const stored = await db
    .selectFrom('noticeSettings')
    .select(choiceColumns)
    .where('userId', '=', userId)
    .executeTakeFirst();
  const { chosen, quiet, digest } = choicesFrom(
    stored ?? { chosen: {}, quietFrom: null, quietUntil: null, digest: null },
  );
  return {
    topics: noticeTopics.map((topic) => ({ topic, email: wants(chosen, topic, 'email') })),
    quiet,
    digest,
    noLetters: ageGroup === 'kid' ? 'kid' : !sendsMail ? 'no-mail' : emailProved ? null : 'unproved',
  };
}

import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { NoticeChoices } from '../contract.ts';
import { noticeTopics, wants } from '../rules.ts';
import { choiceColumns, choicesFrom } from './stored-choices.ts';

/** What a community can send: letters or not, and the public key of its push messages. */
export type Means = { sendsMail: boolean; pushKey: string };

/** The reader's own choices. */
export async function readChoices({ db, actor }: Ctx, { sendsMail, pushKey }: Means): Promise<NoticeChoices> {
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
    topics: noticeTopics.map((topic) => ({
      topic,
      email: wants(chosen, topic, 'email'),
      push: wants(chosen, topic, 'push'),
    })),
    quiet,
    digest,
    pushKey,
    noLetters: ageGroup === 'kid' ? 'kid' : !sendsMail ? 'no-mail' : emailProved ? null : 'unproved',
  };
}

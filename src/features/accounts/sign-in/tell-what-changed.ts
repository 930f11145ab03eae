import type { Ctx } from '#server/ctx.ts';
import { hurry } from '#server/jobs/hurry.ts';
import type { OpenAuthPath } from '../contract.ts';
import { type OwnerNews, tellOwner } from '../letters/tell-owner.ts';
import { endLinks } from '../links/account-links.ts';
import { rememberedActors } from '../remembered-actors.ts';

const news: Partial<Record<OpenAuthPath, OwnerNews>> = {
  'POST /change-password': 'password-changed',
  'POST /two-factor/verify-totp': 'second-factor-on',
  'POST /two-factor/disable': 'second-factor-off',
};

/** Whether a code that comes in now switches the second factor on: whoever is asked for one has it already. */
export async function isSettingUp({ db, actor }: Ctx, asked: OpenAuthPath): Promise<boolean> {
  if (asked !== 'POST /two-factor/verify-totp' || actor.kind === 'visitor') return false;
  const { twoFactorEnabled } = await db
    .selectFrom('users')
    .select('twoFactorEnabled')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  return !twoFactorEnabled;
}

/**
 * After the library did something for a member: this process forgets them, links that the password before had sent
 * for end with it, and the owner is told by mail.
 */
export async function tellWhatChanged(ctx: Ctx, asked: OpenAuthPath, settingUp: boolean): Promise<void> {
  const { actor } = ctx;
  if (asked === 'POST /sign-up/email') hurry(ctx, 'send-mail');
  if (actor.kind === 'visitor' || !asked.startsWith('POST')) return;
  // Whatever that was, it may have ended sessions of this person.
  rememberedActors.forget(actor.userId);
  if (asked === 'POST /change-password') await endLinks(ctx, actor.userId);
  const what = news[asked];
  if (!what || (what === 'second-factor-on' && !settingUp)) return;
  await tellOwner(ctx, actor.userId, what).catch((error) => {
    // It is done: that nobody is told of it makes it no failure.
    ctx.log.error({ err: error }, 'a letter was not noted');
  });
}

import { nameInLog } from '#server/limits/keyed-names.ts';
import { memberOf } from '#shared/actor.ts';
import type { OpenAuthPath } from '../contract.ts';
import { accountLimits, signInsFromNetwork } from '../rules.ts';
import { ownPasswordKey } from './check-own-password.ts';
import type { CountedAs } from './count-attempts.ts';
import { accountKey, hashedAccount } from './limit-account.ts';
import { type SignInRequest, signInSteps } from './sign-in-steps.ts';

/**
 * The keys under which a request is counted. The network comes first: one that has used up its attempts counts nothing
 * for an account. A device that has signed in to the account before is counted alone, so that strangers who guess the
 * account's password, from its own network too, cannot keep the owner out.
 */
export function countedAs(path: OpenAuthPath, request: SignInRequest): CountedAs {
  const { ctx, account, network, device } = request;
  const { checksPassword, perNetwork } = signInSteps[path];
  if (account !== null) {
    const key = accountKey('sign-in', account);
    const guesses = true;
    const anywhere = [
      { key: `sign-in-from|${network}`, limit: signInsFromNetwork, guesses },
      { key: `${key}|${network}`, limit: accountLimits.signIn, guesses },
      { key, limit: accountLimits.signInAnywhere, guesses },
    ];
    const here = [{ key: `${key}|device ${device}`, limit: accountLimits.signIn, guesses }];
    return { counts: device === null ? anywhere : here, clears: key };
  }
  if (checksPassword) {
    const key = ownPasswordKey(memberOf(ctx.actor).userId);
    return { counts: [{ key, limit: accountLimits.password, guesses: true }], clears: key };
  }
  return { counts: perNetwork ? [{ key: `${path}|${network}`, limit: perNetwork }] : [] };
}

/** Who asked, for the log. The account has the same name in the lines of its limits. */
export function namesOf({ ctx, account, network }: SignInRequest) {
  const name = account ?? (ctx.actor.kind === 'member' ? ctx.actor.userId : null);
  return { network, ...(name !== null && { account: nameInLog(hashedAccount(name)) }) };
}

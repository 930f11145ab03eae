import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteAccount } from '#features/privacy/deletion/delete-account.ts';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { everyOwnData } from '../../../every-own-data.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceBehind } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import {
  ctxInSession,
  goodPassword as password,
  personWithPassword,
  tokenIn,
} from '../../../testing/sign-in.ts';
import { Authenticator } from '../../../testing/stand-ins/authenticator.ts';
import { requestEmailChange } from '../links/request-email-change.ts';
import { resetPassword } from '../links/reset-password.ts';
import { addPasskey } from '../passkeys/add-passkey.ts';
import { beginPasskey } from '../passkeys/begin-passkey.ts';
import { beginPhone } from '../phones/begin-phone.ts';
import { removePhone } from '../phones/remove-phone.ts';
import { unlinkIdentity } from '../providers/unlink-identity.ts';
import type { AuthenticationSettings } from '../sign-in/authentication-settings.ts';
import { createPasswordChecks, type PasswordChecks } from '../sign-in/password-checks.ts';

const origin = 'http://localhost:3000';
let community: Community;
let passwords: PasswordChecks;
beforeAll(async () => {
  community = await newCommunity({ mail: 'sent' });
  passwords = createPasswordChecks(community.authentication);
});
afterAll(() => community.close());

const settings = { appUrl: origin, origins: [origin] } as unknown as AuthenticationSettings;
const network = 'a network';
const newAddress = () => `${randomUUID()}@example.org`;

/** A member with a telephone and an identity, and the context of a request in a session of theirs. */
async function member(): Promise<{ person: Person; ctx: Ctx; identity: string }> {
  const person = await personWithPassword(community);
  const { id: userId } = person;
  await community.db.updateTable('users').set({ emailVerified: true }).where('id', '=', userId).execute();
  const identity = await community.db
    .insertInto('signInMethods')
    .values({ userId, providerId: 'oidc', accountId: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { person, ctx: await ctxInSession(community, person), identity: identity.id };
}
type Signed = Awaited<ReturnType<typeof member>>;

/** What a session and the password do to the account; `prepare` is done before the reset. */
const acts: Record<string, (signed: Signed) => Promise<(ctx: Ctx) => Promise<unknown>>> = {
  'a change of the address': async () => (ctx) =>
    requestEmailChange(ctx, passwords, { email: newAddress(), password, network }),
  'a new passkey': async ({ ctx: outer }) => {
    const asked = await beginPasskey(outer, settings, passwords, password);
    const { challengeId } = asked;
    const given = { challengeId, name: 'Mi teléfono', ...new Authenticator(origin).make(asked) };
    return (ctx) => addPasskey(ctx, settings, given);
  },
  'a code for a new telephone': async () => (ctx) => {
    const phones = { phoneCodes: { countries: ['MX'] as const, aDay: 1000 } };
    const parts = { passwords, settings: phones, network };
    return beginPhone(ctx, parts, { country: 'MX', number: '+525510000000', password });
  },
  'the removal of a telephone': async ({ person }) => {
    const phone = { userId: person.id, number: '+525510000001' };
    await community.db.insertInto('phones').values(phone).execute();
    return (ctx) => removePhone(ctx, passwords, password);
  },
  'the removal of an identity':
    async ({ identity: id }) =>
    (ctx) =>
      unlinkIdentity(ctx, { passwords, usable: ['oidc'] }, { id, password }),
  'the deletion of the account':
    async ({ person }) =>
    (ctx) =>
      deleteAccount(ctx, { passwords, ownData: everyOwnData }, { password, typed: person.email }),
};

/** What a reset of the password, under way when `act` has been confirmed by the old one, makes of it. */
async function behindReset(
  { person, ctx }: Signed,
  act: (ctx: Ctx) => Promise<unknown>,
  change: (ctx: Ctx) => Ctx = (same) => same,
) {
  const { email } = person;
  await community.request(null, 'POST', '/api/accounts/password-reset', { email });
  const token = tokenIn((await community.letters()).find(({ to }) => to === email));
  const { secret } = await community.authentication.$context;
  const hashing = { hash: async () => 'a hash' };
  const given = { token, password: 'colibri-de-papel' };
  const reset = (inner: Ctx) =>
    resetPassword(inner, { secret, passwordMinLength: 6, appUrl: origin }, hashing, given);
  const [outcome] = await raceBehind(ctx, reset, () => [act(change(ctx))]);
  return outcome;
}

it.each(Object.entries(acts))(
  '%s that the old password confirmed is refused behind a reset of the password',
  async (_what, prepare) => {
    const signed = await member();
    const outcome = await behindReset(signed, await prepare(signed));
    expect(outcome).toMatchObject({ status: 'rejected', reason: commonRefusals.signInFirst });
    const { deletedAt } = await community.db
      .selectFrom('users')
      .select('deletedAt')
      .where('id', '=', signed.person.id)
      .executeTakeFirstOrThrow();
    expect(deletedAt).toBeNull();
    expect((await community.letters()).map(({ subject }) => subject)).toEqual(['Cambió tu contraseña']);
    expect(await community.texts()).toEqual([]);
  },
);

it.each(['a new passkey', 'the deletion of the account'])(
  'the control: without the lock %s is done behind a reset of the password',
  async (what) => {
    const signed = await member();
    const act = await acts[what]?.(signed);
    if (!act) throw new Error(what);
    expect(await behindReset(signed, act, withoutRowLocks)).toMatchObject({ status: 'fulfilled' });
    await community.letters();
  },
);

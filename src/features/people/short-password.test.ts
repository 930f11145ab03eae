import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { raceBehind, raceForTable } from '../../testing/races/race.ts';
import { withoutRowLocks } from '../../testing/races/without-row-locks.ts';
import { askAuth, personWithPassword } from '../../testing/sign-in.ts';
import { changeRole } from './change-role.ts';
import { peopleRefusals } from './contract.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('changeRole asks a new administrator for as many characters as the community asks members for, if more than twelve', async () => {
  const strict = await newCommunity({ passwordMinLength: 16 });
  onTestFinished(() => strict.close());
  const admin = await strict.person({ role: 'admin' });
  const before = 'quince-letras-1';
  const person = await personWithPassword(strict, {}, before);
  const promote = () => strict.request(admin, 'PUT', `/api/people/${person.id}/role`, { role: 'admin' });
  await expect(await promote()).toBeRefused(peopleRefusals.shortPassword, { min: 16 });
  const change = { currentPassword: before, newPassword: 'dieciseis-letras' };
  expect((await askAuth(strict, person.cookie, '/change-password', change)).status).toBe(200);
  expect((await promote()).status).toBe(200);
});

/** A new password is written as the reset of one does, which waits for the audit log here as a promotion does. */
async function writePassword(outer: Ctx, { id: userId }: Person, password: string): Promise<void> {
  await inTransaction(outer, async ({ db }) => {
    await db
      .insertInto('signInMethods')
      .values({ userId, providerId: 'credential', accountId: userId, password })
      .onConflict((conflict) => conflict.columns(['providerId', 'accountId']).doUpdateSet({ password }))
      .execute();
    await sql`lock table audit_log in row exclusive mode`.execute(db);
  });
}

/**
 * A person with a long password is promoted while theirs becomes a short one; neither is committed before the other
 * waits.
 */
async function raceIn(of: Community, change: (ctx: Ctx) => Ctx = (ctx) => ctx) {
  const admin = await of.person({ role: 'admin' });
  const person = await personWithPassword(of, {}, 'doce-letras-1');
  const { password: hasher } = await of.authentication.$context;
  const short = await hasher.hash('jacaranda');
  const promoting = change(await of.ctxFor(admin));
  const writing = await of.ctxFor(person);
  const done = await raceForTable<unknown>(of.db, 'auditLog', () => [
    changeRole(promoting, { id: person.id, role: 'admin' }, { passwordMinLength: 6 }),
    writePassword(writing, person, short),
  ]);
  const { rows } = await sql<{ isAdmin: boolean; isShort: boolean }>`
    select role = 'admin' as is_admin, has_short_password(id) as is_short from users where id = ${person.id}`.execute(
    of.db,
  );
  return { done, ...rows[0] };
}

it('of a promotion and a new, shorter password at once, one is refused', async () => {
  const { done, isAdmin, isShort } = await raceIn(community);
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(isAdmin).toBe(!isShort);
});

it('changeRole waits for a password that is being written, and refuses the person whose new one is short', async () => {
  const admin = await community.person({ role: 'admin' });
  const person = await personWithPassword(community, {}, 'doce-letras-1');
  const { password: hasher } = await community.authentication.$context;
  const short = await hasher.hash('jacaranda');
  const promoting = await community.ctxFor(admin);
  const [done] = await raceBehind(
    await community.ctxFor(person),
    (ctx) => writePassword(ctx, person, short),
    () => [changeRole(promoting, { id: person.id, role: 'admin' }, { passwordMinLength: 6 })],
  );
  expect(done).toMatchObject({ status: 'rejected', reason: { code: 'people/short-password' } });
});

it('the control: without the locks, a promotion and a shorter password at once make an administrator with that password', async () => {
  const unguarded = await newCommunity({
    withoutGuards: `create or replace function refuse_short_password() returns trigger language plpgsql as $$
      begin
        if has_short_password(new.user_id)
          and exists (select from user_roles where user_id = new.user_id and role = 'admin') then
          raise exception 'an administrator needs a longer password';
        end if;
        return null;
      end $$;
      -- It locks the person too.
      drop trigger password_changed on sign_in_methods`,
  });
  onTestFinished(() => unguarded.close());
  expect(await raceIn(unguarded, withoutRowLocks)).toMatchObject({ isAdmin: true, isShort: true });
});

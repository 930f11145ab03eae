import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { leaveCommunity, personWithPassword, signUp } from '../../testing/sign-in.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

/** A visitor leaves their plan under an address. */
const leavePlan = (email: string) =>
  sql`insert into quiz_leads (name, email, country, language, level, goals, learning_style, available_time, modality)
    values ('Visita', ${email}, 'Ecuador', 'en', 'basic', '{viajar}', '{juegos}', 'noche', '{clubes}')`.execute(
    community.db,
  );
const addresses = async () =>
  (await community.db.selectFrom('quizLeads').select('email').execute()).map(({ email }) => email);

it('deleting an account takes the leads under its address along, and only where the address was proved', async () => {
  await leavePlan('visita@example.org');
  await leaveCommunity(
    community,
    await signUp(community, { name: 'Sin Prueba', email: 'visita@example.org' }),
  );
  expect(await addresses()).toEqual(['visita@example.org']);

  const owner = await personWithPassword(community);
  await sql`update users set email = 'visita@example.org', email_verified = true where id = ${owner.id}`.execute(
    community.db,
  );
  await leaveCommunity(community, { ...owner, email: 'visita@example.org' });
  expect(await addresses()).toEqual([]);
});

it.each([
  ['proved', true, 0],
  ['not proved', false, 1],
])(
  'a lead under a former address that was %s goes with the account: %s',
  async (_what, emailVerified, left) => {
    const former = `${randomUUID()}@example.org`;
    await leavePlan(former);
    const owner = await personWithPassword(community);
    const move = (email: string, verified: boolean) =>
      community.db
        .updateTable('users')
        .set({ email, emailVerified: verified })
        .where('id', '=', owner.id)
        .execute();
    await move(former, emailVerified);
    const email = `${randomUUID()}@example.org`;
    await move(email, true);
    expect(await addresses()).toEqual([emailVerified ? email : former]);
    await leaveCommunity(community, { ...owner, email });
    expect(await addresses()).toHaveLength(left);
  },
);

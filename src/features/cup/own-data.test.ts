import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { publishBoard } from '../../testing/rows/publish-board.ts';
import { leaveCommunity, personWithPassword, signUp } from '../../testing/sign-in.ts';
import { hideCupName } from './hide-cup-name.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());
beforeEach(async () => {
  await community.db.deleteFrom('cupPractice').execute();
  await community.db.deleteFrom('cupClaims').execute();
  await community.db.deleteFrom('cupBoards').execute();
});

const publish = async (season: string, lines: string[]) =>
  publishBoard(
    await community.ctxFor(admin),
    ['Full name,Username,Email,Language,Total XP', ...lines],
    season,
  );
const stranger = (email: string) => signUp(community, { name: 'Sin Prueba', email });
async function proved(email: string): Promise<Person> {
  const person = await personWithPassword(community);
  await sql`update users set email = ${email}, email_verified = true where id = ${person.id}`.execute(
    community.db,
  );
  return { ...person, email };
}
async function claimFor(person: Person, username: string): Promise<void> {
  await community.request(person, 'POST', '/api/cup/claims', { username });
  const { id } = await community.db
    .selectFrom('cupClaims')
    .select('id')
    .where('userId', '=', person.id)
    .executeTakeFirstOrThrow();
  expect((await community.request(admin, 'POST', `/api/cup/claims/${id}/confirm`, {})).status).toBe(200);
}
/** The names on every board, the last one first, as administrators export them. */
const names = async () =>
  (
    await sql<{ season: string; name: string; username: string; email: string | null }>`
      select to_char(season, 'YYYY-MM') || ' ' || full_name || ' ' || regexp_replace(username, '^gone-.*', 'gone') as name
      from duolingo_rankings join cup_boards on cup_boards.id = board_id order by season desc, xp_position`.execute(
      community.db,
    )
  ).rows.map(({ name }) => name);
const page = async () => (await community.request(null, 'GET', '/api/cup')).json();

describe('deleting an account', () => {
  it('leaves every row of the cup where the person signed up with its address and did not prove it', async () => {
    await publish('2026-10', ['Rival Ruiz,rival,rival@school.org,English,90']);
    await publish('2026-11', ['Rival Ruiz,rival,RIVAL@school.org,English,90', 'Beto Paz,beto,,English,10']);
    const before = [await names(), await page()];
    await leaveCommunity(community, await stranger('rival@school.org'));
    expect([await names(), await page()]).toEqual(before);
  });

  it('leaves a row that another person claimed and an administrator confirmed, where a third one proves its address', async () => {
    await publish('2026-11', ['Rival Ruiz,rival,old@school.org,English,90']);
    const rival = await community.person();
    await claimFor(rival, 'rival');
    await leaveCommunity(community, await proved('old@school.org'));
    expect(await names()).toEqual(['2026-11 Rival Ruiz rival']);
    expect((await (await community.request(rival, 'GET', '/api/cup')).json()).own).toMatchObject({
      position: 1,
    });
  });

  it('takes the name out of the rows of a proved address on every board, and leaves a namesake at the language app', async () => {
    await publish('2026-09', ['Ana Ruiz,ana,,English,20', 'Beto Paz,beto,,English,10']);
    await publish('2026-10', ['Otra Ana,ana,otra@school.org,English,20']);
    await publish('2026-11', ['Ana Ruiz,ANA,Ana@school.org,English,20', 'Beto Paz,beto,,English,10']);
    await leaveCommunity(community, await proved('ana@school.org'));
    expect(await names()).toEqual([
      '2026-11 Cuenta eliminada gone',
      '2026-11 Beto Paz beto',
      '2026-10 Otra Ana ana',
      '2026-09 Cuenta eliminada gone',
      '2026-09 Beto Paz beto',
    ]);
  });

  it('takes the name out of the rows that the person claimed, whatever their address', async () => {
    await publish('2026-10', ['Ana Ruiz,ana,otra@school.org,English,20']);
    await publish('2026-11', ['Ana Ruiz,ana,,English,20']);
    const ana = await personWithPassword(community);
    await claimFor(ana, 'ana');
    await leaveCommunity(community, ana);
    expect(await names()).toEqual(['2026-11 Cuenta eliminada gone', '2026-10 Cuenta eliminada gone']);
  });

  it('takes the name of their row out of the audit log, also where it was hidden before it was known whose it is', async () => {
    await publish('2026-11', ['Ana Ruiz,ana,ana2@school.org,English,20', 'Ana Ruiz,other,,English,10']);
    const lines = (await page()).items as { id: string }[];
    for (const { id } of lines) await hideCupName(await community.ctxFor(admin), id, 'Es un insulto');
    const readColumns = async () =>
      (
        await sql<{ name: string | null }>`
          select detail ->> 'name' as name from audit_lines where act = 'cup.hide-name' order by id`.execute(
          community.db,
        )
      ).rows.map(({ name }) => name);
    expect(await readColumns()).toEqual(['Ana Ruiz', 'Ana Ruiz']);
    await leaveCommunity(community, await proved('ana2@school.org'));
    expect(await readColumns()).toEqual([null, 'Ana Ruiz']);
  });
});

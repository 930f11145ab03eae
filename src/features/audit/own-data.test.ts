import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { insertClass } from '../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { leaveCommunity, personWithPassword, signUp } from '../../testing/sign-in.ts';
import { listAudit } from './contract.ts';
import { forgetActs } from './forget-acts.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await personWithPassword(community, { role: 'admin', name: 'Adela' });
});
afterAll(() => community.close());

const ask = async (method: string, path: string, body: unknown, who = admin) => {
  const answer = await community.request(who, method, path, body);
  expect(answer.status, await answer.clone().text()).toBe(200);
};
/** What the lines about a person say, the oldest first. */
const details = async (query: Record<string, string>) => {
  const { items } = await answerOf(
    community.request(admin, 'GET', `/api/audit?${new URLSearchParams(query)}`),
    listAudit,
  );
  return items.map(({ detail }) => detail).reverse();
};

/** A person about whom the log has a role, coins, a tier and their name. */
async function someoneInTheLog(by = admin): Promise<Person> {
  const person = await personWithPassword(community, { name: 'Ana Ruiz' });
  const path = `/api/people/${person.id}`;
  await ask('PUT', `${path}/role`, { role: 'teacher' }, by);
  await ask('POST', `${path}/coins`, { amount: 5000, reason: 'Ganó el concurso' }, by);
  await ask('PUT', `${path}/membership`, { tier: 'premium', until: null }, by);
  return person;
}
const lines = [
  { name: 'Ana Ruiz', from: 'student', to: 'teacher' },
  { name: 'Ana Ruiz', amount: 5000, balance: 5050 },
  { name: 'Ana Ruiz', tier: 'premium', until: null },
];

describe('deleting an account', () => {
  it.each(['5000', 'teacher', 'premium', 'Ana Ruiz'])(
    'leaves the audit log as it is where the person was called %j, as values of lines about another person are',
    async (name) => {
      const ana = await someoneInTheLog();
      expect(await details({ person: ana.id })).toEqual(lines);
      await leaveCommunity(
        community,
        await signUp(community, { name, email: `${crypto.randomUUID()}@example.org` }),
      );
      expect(await details({ person: ana.id })).toEqual(lines);
    },
  );

  it('leaves the acts of an administrator as they are, who calls themselves by a word of them before', async () => {
    const dishonest = await personWithPassword(community, { role: 'admin', name: 'Bruno' });
    const ana = await someoneInTheLog(dishonest);
    for (const name of ['Ana Ruiz', '5000']) await ask('PATCH', '/api/profiles/me', { name }, dishonest);
    await leaveCommunity(community, dishonest);
    expect(await details({ actor: dishonest.id })).toEqual(lines);
    expect(await details({ person: ana.id })).toEqual(lines);
  });

  it('takes every name that the person had out of lines about them, and nothing else', async () => {
    const ana = await someoneInTheLog();
    await ask('PATCH', '/api/profiles/me', { name: 'Ana Paz' }, ana);
    await ask('PUT', `/api/people/${ana.id}/ban`, { reason: 'Insultó a José' });
    await ask('DELETE', `/api/people/${ana.id}/ban`, undefined);
    const back = { ...ana, cookie: (await community.anotherSession(ana)).cookie };
    await leaveCommunity(community, back);
    expect(await details({ person: ana.id })).toEqual([
      { from: 'student', to: 'teacher' },
      { amount: 5000, balance: 5050 },
      { tier: 'premium', until: null },
      {},
      {},
    ]);
  });

  it('takes the name of the teacher who left out of the line of a hand-over, and leaves the other teacher’s', async () => {
    const before = await personWithPassword(community, {
      role: 'teacher',
      verified: true,
      name: 'Inés Ávila',
    });
    const after = await community.person({ role: 'teacher', verified: true, name: 'Inés Ávila' });
    const startsAt = new Date(Date.now() + 30 * 3_600_000);
    const classId = await insertClass(community.db, before, { startsAt, title: 'Club de cine' });
    await ask('PUT', `/api/classes/${classId}/teacher`, { teacherId: after.id });
    await leaveCommunity(community, before);
    expect(await details({ person: after.id })).toEqual([{ title: 'Club de cine', to: 'Inés Ávila' }]);
  });
});

describe('the words of the audit log', () => {
  it.each([
    'delete from audit_words where person_id = P',
    "update audit_words set words = 'Otra' where person_id = P",
    'update audit_words set person_id = null where person_id = P',
    'truncate audit_words',
    "update audit_log set detail = detail - 'amount' where person_id = P",
    "update audit_log set detail = '{}'",
  ])(
    'are deleted for no account that is there, and a line for none, whatever code asks for it: %s',
    async (statement) => {
      const ana = await someoneInTheLog();
      const asked = sql.raw(statement.replace('P', `'${ana.id}'`)).execute(community.db);
      await expect(asked).rejects.toThrow('append-only');
      expect(await details({ person: ana.id })).toEqual(lines);
    },
  );

  it('cover no figure of a line', async () => {
    const ana = await someoneInTheLog();
    await sql`insert into audit_words (line_id, key, words) select id, 'amount', '1' from audit_log
      where person_id = ${ana.id} and act = 'people.credit-coins'`.execute(community.db);
    expect(await details({ person: ana.id })).toEqual(lines);
  });

  it('go with a line that is too old', async () => {
    const ana = await someoneInTheLog();
    await sql`alter table audit_log disable trigger user`.execute(community.db);
    await sql`update audit_log set created_at = now() - interval '800 days' where person_id = ${ana.id}`.execute(
      community.db,
    );
    await sql`alter table audit_log enable trigger user`.execute(community.db);
    await forgetActs(700).run(await community.ctxFor());
    // That of the coins and that of the tier stay with the books.
    expect(await details({ person: ana.id })).toEqual(lines.slice(1));
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity, testSecret } from '../../../../src/testing/community.ts';
import { insertSession } from '../../../../src/testing/rows/insert-person.ts';
import { SeededRandom } from '../../../../src/testing/seeded-random.ts';
import type { Answered } from '../load/ask.ts';
import { Book } from '../load/book.ts';
import { type Fixtures, insertFixtures, revocations } from '../load/fixtures.ts';
import { importRanking } from '../load/import-ranking.ts';
import { revocationOf } from '../load/revoke.ts';
import { signUpAndDelete } from '../load/sign-up-and-delete.ts';
import { changeRole, drawTeacherWrite, scheduleClass, settleOrder } from '../load/staff-writes.ts';
import { drawStudentWrite } from '../load/student-writes.ts';
import { keyOf, type SendWrite, type Write } from '../load/writes.ts';
import { findBrokenLoadInvariants } from './load-invariants.ts';
import { readFacts } from './read-facts.ts';

// What the siege notes in its book when a write is acknowledged has to be what it reads from the database, whole, and
// something else once a part is missing: a check that looks at the wrong rows finds nothing.

let community: Community;
let fixtures: Fixtures;
beforeAll(async () => {
  community = await newCommunity();
  fixtures = await insertFixtures(community.db, revocations.length);
}, 240_000);
afterAll(() => community.close());

const done: string[] = [];

/** Does it in the product, and expects the database to say what the book would. */
const sendWrite: SendWrite = async ({ name, by, call, effects }) => {
  const { method, path, body, headers } = call;
  const person = by.cookie ? by : null;
  const answer = await community.request(person, method, path, body, headers);
  const text = await answer.text();
  expect(`${name}: ${answer.status} ${text.slice(0, 200)}`).toMatch(/: 200 /);
  const facts = await readFacts(community.db);
  for (const [key, value] of effects) expect(`${key}: ${facts.get(key) ?? null}`).toBe(`${key}: ${value}`);
  done.push(name);
  const answered = {
    status: answer.status,
    headers: { 'set-cookie': answer.headers.getSetCookie() },
    text,
  } as unknown as Answered;
  return { outcome: 'acknowledged', answered };
};

async function doDrawn(
  draw: (chance: SeededRandom, book: Book) => Write | null,
  times: number,
): Promise<void> {
  let book = new Book(await readFacts(community.db));
  for (let nth = 0; nth < times; nth++) {
    const write = draw(SeededRandom.of(7, nth), book);
    if (!write) continue;
    await sendWrite(write);
    book = new Book(await readFacts(community.db));
  }
}

describe('the database', { timeout: 240_000 }, () => {
  it('says of each write what the book does', async () => {
    await doDrawn((chance, book) => settleOrder(chance, fixtures, book), 6);
    await doDrawn((chance, book) => changeRole(chance, fixtures, book), 6);
    await doDrawn((chance, book) => scheduleClass(chance, fixtures, book), 1);
    await doDrawn((chance, book) => drawTeacherWrite(chance, fixtures, book), 30);
    const there = fixtures.begunClasses.flatMap(({ students }) => students);
    await doDrawn((chance, book) => {
      const write = drawStudentWrite(chance, there, fixtures, book);
      return write?.name === 'review a class' ? write : null;
    }, 60);
    await importRanking({ db: community.db, fixtures, nth: 0, sendWrite }, SeededRandom.of(7));
    for (let nth = 0; nth < 3; nth++) {
      await signUpAndDelete({ db: community.db, fixtures, sendWrite }, SeededRandom.of(7, nth));
    }
    // A password has no row of the book, and the hashes here are those of tests.
    for (const member of fixtures.revokedMembers)
      if (member.how !== 'password') await sendWrite(revocationOf(fixtures, member));
    expect(await findBrokenLoadInvariants(community.db)).toEqual([]);
    for (const name of [
      ...['refund an order', 'hand an order over', 'change a role', 'schedule a class', 'review a class'],
      ...['preview an import', 'publish an import', 'claim a row', 'confirm a claim'],
      ...['sign up', 'say the age', 'apply to teach', 'approve a teacher', 'delete the account'],
      ...['end sessions', 'ban a person', 'demote a teacher'],
    ]) {
      expect(done).toContain(name);
    }
  });

  it('says something else of an account, an import, a role and a deletion of which a part is missing', async () => {
    const { db } = community;
    const signUp = { name: 'Nuevo', email: 'newcomer-half@example.org', password: 'una-larga-y-rara' };
    await community.request(null, 'POST', '/api/auth/sign-up/email', signUp);
    const account = async () => (await readFacts(db)).get(keyOf('account', signUp.email));
    expect(await account()).toBe('profile role password bonus 50');
    await sql`delete from sign_in_methods using users where users.id = user_id and email = ${signUp.email}`.execute(
      db,
    );
    expect(await account()).toBe('profile role bonus 50');

    await sql`delete from duolingo_rankings where id = (select id from duolingo_rankings limit 1)`.execute(
      db,
    );
    const published = [...(await readFacts(db))].filter(([key]) => key.startsWith('published '));
    expect(published.map(([, value]) => value)).toEqual(['40 rows of 39']);

    const { id } = fixtures.roleSubjects[0]!;
    await sendWrite(changeRoleOf(id));
    await sql`insert into user_roles (user_id, role) values (${id}, 'admin')`.execute(db);
    expect((await readFacts(db)).get(keyOf('role', id))).toBe('admin admin teacher');
    expect((await findBrokenLoadInvariants(db)).map((sentence) => sentence.split(':')[1])).toEqual([
      ' each role that was changed has its line in the audit log',
      ' each board that was imported has all its rows',
    ]);

    const gone = [...(await readFacts(db))].find(([key]) => key.startsWith('gone '));
    const left = gone?.[0].split(' ')[1] ?? '';
    await insertSession(db, left, testSecret);
    expect((await readFacts(db)).get(keyOf('gone', left))).toBe('gone but for sessions');
  });
});

function changeRoleOf(id: string): Write {
  const [subject] = fixtures.roleSubjects.filter((one) => one.id === id);
  const call = { method: 'PUT', path: `/api/people/${id}/role`, body: { role: 'teacher' } };
  if (!subject) throw new Error('no such person');
  return {
    name: 'change a role',
    by: fixtures.admin,
    call,
    effects: [[keyOf('role', id), 'teacher teacher']],
  };
}

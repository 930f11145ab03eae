import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';

import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { publishBoard } from '../../../testing/rows/publish-board.ts';
import {
  goodPassword,
  leaveCommunity,
  personWithPassword,
  signUp,
  tokenIn,
} from '../../../testing/sign-in.ts';
import { listCup } from '../contract.ts';
import { cupData } from '../own-data.ts';

/* What becomes of a row's alias when the address by which it was a person's is theirs no more. */

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

const alias = expect.stringMatching(/^\p{Lu}\p{L}+ \d{2,3}$/u);
const newAddress = () => `${crypto.randomUUID()}@example.org`;

const publish = async (lines: string[], season?: string) =>
  publishBoard(
    await community.ctxFor(admin),
    ['Full name,Username,Email,Language,Total XP', ...lines],
    season,
  );

async function names(season = ''): Promise<string[]> {
  const { items } = await answerOf(
    community.request(null, 'GET', `/api/cup${season && `?season=${season}`}`),
    listCup,
  );
  return items.map(({ name }) => name);
}

async function follow(who: Person | null): Promise<void> {
  const letter = (await community.letters()).find((each) => tokenIn(each));
  const token = tokenIn(letter);
  const followed = await community.request(who, 'POST', '/api/accounts/links/follow', { token });
  expect(followed.status).toBe(200);
}

async function prove(person: Person): Promise<Person> {
  await community.letters();
  await community.request(person, 'POST', '/api/accounts/verification');
  await follow(person);
  return person;
}

const proved = async (email: string) => prove(await signUp(community, { name: 'Otra Persona', email }));

async function move(person: Person): Promise<Person> {
  await community.letters();
  const email = newAddress();
  const body = { email, password: goodPassword };
  expect((await community.request(person, 'POST', '/api/accounts/email-change', body)).status).toBe(200);
  await follow(person);
  return { ...person, email };
}

async function hide(person: Person, hidden: boolean): Promise<void> {
  const answer = await community.request(person, 'PUT', '/api/cup/visibility', { hidden });
  expect(answer.status).toBe(200);
}

async function claimFor(person: Person, username: string): Promise<void> {
  const asked = await community.request(person, 'POST', '/api/cup/claims', { username });
  expect(asked.status).toBe(200);
  const { id } = await community.db
    .selectFrom('cupClaims')
    .select('id')
    .where('userId', '=', person.id)
    .executeTakeFirstOrThrow();
  expect((await community.request(admin, 'POST', `/api/cup/claims/${id}/confirm`, {})).status).toBe(200);
}

const anaOf = ({ email }: { email: string }) => [
  `Ana Ruiz,ana,${email},English,20`,
  'Beto Paz,beto,,English,10',
];
const kid = () => personWithPassword(community, { ageGroup: 'kid' });
const hiddenMember = async () => {
  const person = await prove(await personWithPassword(community));
  await hide(person, true);
  return person;
};

describe('a row of the cup keeps its alias', () => {
  it('when the member who asked for it moves to another address, until they ask for the name', async () => {
    const before = await hiddenMember();
    await publish(anaOf(before));
    expect(await names()).toEqual([alias, 'Beto P.']);
    const person = await move(before);
    expect(await names()).toEqual([alias, 'Beto P.']);
    await move(person);
    expect(await names()).toEqual([alias, 'Beto P.']);
    await hide(person, false);
    expect(await names()).toEqual(['Ana R.', 'Beto P.']);
    await hide(person, true);
    expect(await names()).toEqual([alias, 'Beto P.']);
  });

  it('when a kid moves to another address, whether or not they had proved the former one', async () => {
    for (const person of [await kid(), await prove(await kid())]) {
      await publish(anaOf(person));
      await move(person);
      expect(await names()).toEqual([alias, 'Beto P.']);
    }
  });

  it('when a member whose name administrators hide moves to another address', async () => {
    const person = await prove(await personWithPassword(community));
    await community.request(admin, 'PUT', `/api/people/${person.id}/hidden-name`, { reason: 'Insulta' });
    await publish(anaOf(person));
    await move(person);
    expect(await names()).toEqual([alias, 'Beto P.']);
  });

  it('on later boards whose file still has the address that the member proved before, and no row of another user name', async () => {
    const person = await hiddenMember();
    await publish(anaOf(person));
    await move(person);
    await publish([...anaOf(person), `Eva Luna,eva,${person.email},English,5`], '2026-12');
    expect(await names()).toEqual([alias, 'Beto P.', 'Eva L.']);
  });

  it('when another person proves the address that the member proved before, until that person’s claim is confirmed', async () => {
    const person = await hiddenMember();
    await publish(anaOf(person));
    await move(person);
    const other = await proved(person.email);
    expect(await names()).toEqual([alias, 'Beto P.']);
    await claimFor(other, 'ana');
    expect(await names()).toEqual(['Ana R.', 'Beto P.']);
  });

  it('when a kid deletes their account without having proved the address, and on that board alone', async () => {
    const person = await kid();
    await publish(anaOf(person));
    await leaveCommunity(community, person);
    expect(await names()).toEqual([alias, 'Beto P.']);
    await publish(anaOf(person), '2026-12');
    expect(await names('2026-11')).toEqual([alias, 'Beto P.']);
    expect(await names('2026-12')).toEqual(['Ana R.', 'Beto P.']);
  });

  it('when a kid moves to another address and deletes the account then', async () => {
    const before = await kid();
    await publish(anaOf(before));
    await leaveCommunity(community, await move(before));
    expect(await names()).toEqual([alias, 'Beto P.']);
  });
});

describe('a row of the cup shows its name', () => {
  it('when the kid who had not proved its address is gone and another person proves it', async () => {
    const person = await kid();
    await publish(anaOf(person));
    await leaveCommunity(community, person);
    await proved(person.email);
    expect(await names()).toEqual(['Ana R.', 'Beto P.']);
  });

  it('when the kid who had moved away from its address becomes an adult', async () => {
    const person = await kid();
    await publish(anaOf(person));
    await move(person);
    const body = { ageGroup: 'adult' };
    const changed = await community.request(admin, 'PUT', `/api/people/${person.id}/age-group`, body);
    expect(changed.status).toBe(200);
    expect(await names()).toEqual(['Ana R.', 'Beto P.']);
  });

  it('when an adult who had not proved its address moves away, whatever they ask for', async () => {
    const person = await personWithPassword(community);
    await publish(anaOf(person));
    await hide(person, true);
    await move(person);
    expect(await names()).toEqual(['Ana R.', 'Beto P.']);
  });
});

it('deleting an account takes the name out of the rows of an address that the person proved before, and of no other person’s', async () => {
  const storedNames = async () =>
    (
      await sql<{
        name: string;
      }>`select full_name as name from duolingo_rankings order by xp_position`.execute(community.db)
    ).rows.map(({ name }) => name);
  const [first, second] = [await hiddenMember(), await hiddenMember()];
  await publish([`Ana Ruiz,ana,${first.email},English,20`, `Eva Luna,eva,${second.email},English,10`]);
  const [movedFirst, movedSecond] = [await move(first), await move(second)];
  await proved(second.email);
  await leaveCommunity(community, movedFirst);
  await leaveCommunity(community, movedSecond);
  expect(await storedNames()).toEqual(['Cuenta eliminada', 'Eva Luna']);
  expect((await names())[1]).toEqual(alias);
});

it('the archive of own data has a row of an address that the person proved before, and none of one that they only typed', async () => {
  const rowsOf = async (person: Person) => {
    const part = cupData.parts.find(({ name }) => name === 'cup-rows');
    return part ? (await part.rows(person.id).execute(community.db)).rows : [];
  };
  const [member, typed] = [await hiddenMember(), await kid()];
  await publish([`Ana Ruiz,ana,${member.email},English,20`, `Eva Luna,eva,${typed.email},English,10`]);
  await move(member);
  await move(typed);
  expect(await rowsOf(member)).toMatchObject([{ fullName: 'Ana Ruiz' }]);
  expect(await rowsOf(typed)).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { refusalIn } from '../../../testing/answers/to-be-refused.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { personWithPassword } from '../../../testing/sign-in.ts';
import { beginPhone } from '../contract.ts';

let community: Community;
let unguarded: Community;
beforeAll(async () => {
  const facts = { mail: 'sent', phoneCodes: { countries: ['MX'], aDay: 1000 } } as const;
  community = await newCommunity(facts);
  unguarded = await newCommunity({
    ...facts,
    withoutGuards: `
      alter table phones drop constraint phones_number_key, drop constraint phones_user_id_key`,
  });
});
afterAll(() => Promise.all([community.close(), unguarded.close()]));

let last = 20_000_000;
const newNumber = () => `+5255${++last}`;

async function memberOf(where: Community): Promise<Person> {
  const person = await personWithPassword(where);
  await where.db.updateTable('users').set({ emailVerified: true }).where('id', '=', person.id).execute();
  return person;
}

/** Each asks for a code to a number; then all type theirs at once. */
async function proveAtOnce(where: Community, all: readonly { person: Person; number: string }[]) {
  const typed: { person: Person; sms: string; code: string }[] = [];
  for (const { person, number } of all) {
    const asked = { country: 'MX', number };
    const { sms } = await answerOf(
      where.request(person, 'POST', '/api/accounts/phone/codes', asked),
      beginPhone,
    );
    const words = (await where.texts()).at(-1)?.words ?? '';
    typed.push({ person, sms, code: /#(\d{6})$/.exec(words)?.[1] ?? '' });
  }
  const answers = await Promise.all(
    typed.map(({ person, sms, code }) => where.request(person, 'PUT', '/api/accounts/phone', { sms, code })),
  );
  const codes = answers.map(async (answer) => (await refusalIn(answer)).code);
  return (await Promise.all(codes)).sort();
}

describe('two accounts that prove one number at once', () => {
  const race = async (where: Community) => {
    const number = newNumber();
    const all = [await memberOf(where), await memberOf(where)].map((person) => ({ person, number }));
    const answers = await proveAtOnce(where, all);
    const rows = await where.db.selectFrom('phones').select('id').where('number', '=', number).execute();
    return { answers, rows: rows.length };
  };

  it('have it once', async () => {
    expect(await race(community)).toEqual({ answers: ['accounts/phone-taken', undefined], rows: 1 });
  });

  it('the control: both have it without the constraint', async () => {
    expect(await race(unguarded)).toEqual({ answers: [undefined, undefined], rows: 2 });
  });
});

describe('one account that proves two numbers at once', () => {
  const race = async (where: Community) => {
    const person = await memberOf(where);
    const all = [newNumber(), newNumber()].map((number) => ({ person, number }));
    const answers = await proveAtOnce(where, all);
    const rows = await where.db.selectFrom('phones').select('id').where('userId', '=', person.id).execute();
    return { answers, rows: rows.length };
  };

  it('has one of them', async () => {
    expect(await race(community)).toEqual({ answers: ['accounts/phone-known', undefined], rows: 1 });
  });

  it('the control: has both without the constraint', async () => {
    expect(await race(unguarded)).toEqual({ answers: [undefined, undefined], rows: 2 });
  });
});

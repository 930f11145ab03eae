import { expect } from 'vitest';
import { requestSignInSms } from '#features/accounts/contract.ts';
import { answerOf } from './answers/answer-of.ts';
import { newCommunity, type Person } from './community.ts';
import { askAuth, personWithPassword } from './sign-in.ts';

/** A text message that was asked for, by the id under which its code is typed. */
export type TypedCode = { sms: string; code: string };

export type PhoneScene = Awaited<ReturnType<typeof phoneScene>>;

/** A community that sends codes to telephones of Mexico, and what a browser asks of it about them. */
export async function phoneScene() {
  const community = await newCommunity({ mail: 'sent', phoneCodes: { countries: ['MX'], aDay: 1000 } });
  let last = 10_000_000;
  const newNumber = () => `+5255${++last}`;

  async function memberWithPassword(emailVerified = true): Promise<Person> {
    const person = await personWithPassword(community);
    await community.db.updateTable('users').set({ emailVerified }).where('id', '=', person.id).execute();
    return person;
  }

  return {
    community,
    newNumber,
    memberWithPassword,
    /** A member with a telephone, for which no code was sent. */
    async memberWithPhone() {
      const person = await memberWithPassword();
      const number = newNumber();
      await community.db.insertInto('phones').values({ userId: person.id, number }).execute();
      return { person, number };
    },
    /** Asks for a code that adds a telephone. */
    begin: (person: Person, number: string, password?: string) =>
      community.request(person, 'POST', '/api/accounts/phone/codes', { country: 'MX', number, password }),
    /** Types a code that adds a telephone. */
    confirm: (person: Person, { sms, code }: TypedCode) =>
      community.request(person, 'PUT', '/api/accounts/phone', { sms, code }),
    remove: (person: Person, password?: string) =>
      community.request(person, 'POST', '/api/accounts/phone/removal', { password }),
    /** Asks for a code that signs in. */
    ask: (number: string) =>
      community.request(null, 'POST', '/api/accounts/sign-in-sms', { country: 'MX', number }),
    /** Signs in by a code. */
    enter: ({ sms, code }: TypedCode) => askAuth(community, '', '/sign-in/phone', { sms, code }),
    /** Reads the message that was asked for: its number, its code and the telephones that got one. */
    async codeFrom(asked: Response) {
      expect(asked.status).toBe(200);
      const { sms } = await answerOf(asked, requestSignInSms);
      const sent = await community.texts();
      const [, code = ''] = /#(\d{6})$/.exec(sent.at(-1)?.words ?? '') ?? [];
      return { sms, code, sent };
    },
  };
}

/** Another code; for a telephone of no account there is none, and any will do. */
export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

export const refusalOf = async (answer: Response) => ({ status: answer.status, ...(await answer.json()) });

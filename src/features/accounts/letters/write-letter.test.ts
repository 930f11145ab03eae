import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { askAuth, goodPassword, personWithPassword } from '../../../testing/sign-in.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ mail: 'sent' });
});
afterAll(() => community.close());

const advertisement = 'Gana 500 USD https://evil.example';

async function newcomer({ proved }: { proved: boolean }): Promise<Person> {
  const person = await personWithPassword(community);
  await community.db
    .updateTable('users')
    .set({ name: advertisement, emailVerified: proved })
    .where('id', '=', person.id)
    .execute();
  return person;
}

/** What makes Sumi write to the address of a person, or to one that they name. */
const causes: Record<string, (person: Person) => Promise<Response>> = {
  'a new password': ({ email }) => community.request(null, 'POST', '/api/accounts/password-reset', { email }),
  'a letter to sign in': ({ email }) =>
    community.request(null, 'POST', '/api/accounts/sign-in-letter', { email }),
  'another letter to confirm the address': (person) =>
    community.request(person, 'POST', '/api/accounts/verification', {}),
  'another address': (person) =>
    community.request(person, 'POST', '/api/accounts/email-change', {
      email: `${crypto.randomUUID()}@example.org`,
      password: goodPassword,
    }),
  'an address that has an account which did not prove it': async (person) => {
    const taken = await newcomer({ proved: false });
    const body = { email: taken.email, password: goodPassword };
    return community.request(person, 'POST', '/api/accounts/email-change', body);
  },
  'a password that changes': ({ cookie }) =>
    askAuth(community, cookie, '/change-password', {
      currentPassword: goodPassword,
      newPassword: 'otra-larga-y-rara',
    }),
};

it.each(Object.entries(causes))(
  'a letter to an address that is not proved says nothing that a visitor typed as their name: %s',
  async (_, cause) => {
    const person = await newcomer({ proved: false });
    expect((await cause(person)).status).toBe(200);
    const letters = await community.letters();
    expect(letters).toHaveLength(1);
    for (const { subject, text, html } of letters) {
      expect(text).toContain('Hola:');
      expect(`${subject}${text}${html}`).not.toMatch(/Gana|evil/);
    }
  },
);

it.each(['a new password', 'a letter to sign in', 'a password that changes'])(
  'a letter to a proved address greets its owner by name: %s',
  async (cause) => {
    const person = await newcomer({ proved: true });
    await causes[cause]?.(person);
    const [letter] = await community.letters();
    expect(letter).toMatchObject({
      to: person.email,
      text: expect.stringContaining(`Hola, ${advertisement}:`),
    });
  },
);

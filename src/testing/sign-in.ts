import type { Message } from '#server/mail/mail.ts';
import type { Community, Person, PersonTraits } from './community.ts';

export const goodPassword = 'una-larga-y-rara';

/** Creates a person who has a password. */
export async function personWithPassword(
  community: Community,
  traits: PersonTraits = {},
  password = goodPassword,
): Promise<Person> {
  const person = await community.person(traits);
  const { password: hasher } = await community.authentication.$context;
  await community.db
    .insertInto('signInMethods')
    .values({
      userId: person.id,
      providerId: 'credential',
      accountId: person.id,
      password: await hasher.hash(password),
    })
    .execute();
  return person;
}

/** One step of a sign-in flow in a browser with these cookies. */
export function askAuth(
  community: Community,
  cookie: string,
  step: string,
  body: unknown,
): Promise<Response> {
  const browser = { id: '', name: '', email: '', cookie };
  return community.request(cookie ? browser : null, 'POST', `/api/auth${step}`, body);
}

export function signIn(community: Community, email: string, password = goodPassword): Promise<Response> {
  return askAuth(community, '', '/sign-in/email', { email, password });
}

/** The cookies that an answer sets, as the value of a `Cookie` header. */
export function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .filter((cookie) => !/max-age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** The user of a session, or null. */
export async function whoHas(community: Community, cookie: string): Promise<{ id: string } | null> {
  const answer = await community.request({ id: '', name: '', email: '', cookie }, 'GET', '/api/accounts/me');
  return ((await answer.json()) as { account: { id: string } | null }).account;
}

/** The token in the link of a letter. */
export function tokenIn(letter: Message | undefined): string {
  return /#token=(\S+)/.exec(letter?.text ?? '')?.[1] ?? '';
}

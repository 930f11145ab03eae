import { readAccount } from '#features/accounts/contract.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Message } from '#server/mail/mail.ts';
import { memberOf } from '#shared/actor.ts';
import { answerOf } from './answers/answer-of.ts';
import type { Community, Person, PersonTraits } from './community.ts';
import { codeOf } from './totp.ts';

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

/** The context of a request in the session that a person has, for acts that ask whether it still exists. */
export async function ctxInSession(community: Community, person: Person): Promise<Ctx> {
  const ctx = await community.ctxFor(person);
  const { id: sessionId } = await community.db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', person.id)
    .executeTakeFirstOrThrow();
  return { ...ctx, actor: { ...memberOf(ctx.actor), sessionId } };
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

export type SecondFactor = {
  /** The address that an app makes codes of. */
  totpURI: string;
  backupCodes: string[];
  /** The cookie of the session that came of it; the others ended. */
  cookie: string;
};

/** Begins to set up the second factor of a session whose person has the usual password. */
export async function beginFactor(
  community: Community,
  cookie: string,
): Promise<Omit<SecondFactor, 'cookie'>> {
  const setup = await askAuth(community, cookie, '/two-factor/enable', { password: goodPassword });
  return (await setup.json()) as Omit<SecondFactor, 'cookie'>;
}

/** Sets up the second factor of a person with the usual password. */
export async function setUpFactor(community: Community, person: Person): Promise<SecondFactor> {
  const { totpURI, backupCodes } = await beginFactor(community, person.cookie);
  const code = codeOf(totpURI);
  const proved = await askAuth(community, person.cookie, '/two-factor/verify-totp', { code });
  if (!proved.ok) throw new Error(`The second factor was not set up: ${proved.status}`);
  return { totpURI, backupCodes, cookie: cookiesOf(proved) };
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
  const { account } = await answerOf(
    community.request({ id: '', name: '', email: '', cookie }, 'GET', '/api/accounts/me'),
    readAccount,
  );
  return account;
}

/** The token in the link of a letter. */
export function tokenIn(letter: Message | undefined): string {
  return /#token=([^\s&]+)/.exec(letter?.text ?? '')?.[1] ?? '';
}

/** Deletes the account of a person who has the usual password, as their browser would. */
export async function leaveCommunity(community: Community, person: Person): Promise<void> {
  const body = { password: goodPassword, typed: person.email };
  const answer = await community.request(person, 'POST', '/api/privacy/deletion', body);
  if (!answer.ok) throw new Error(`The account was not deleted: ${await answer.text()}`);
}

/** Signs a person up with the usual password. They prove no address. */
export async function signUp(
  community: Community,
  { name, email }: { name: string; email: string },
): Promise<Person> {
  const body = { name, email, password: goodPassword };
  const answer = await community.request(null, 'POST', '/api/auth/sign-up/email', body);
  if (!answer.ok) throw new Error(`The account was not made: ${await answer.text()}`);
  return personIn(answer, { name, email });
}

/** The person whose account an answer to signing up made. */
export async function personIn(
  answer: Response,
  { name, email }: { name: string; email: string },
): Promise<Person> {
  const { user } = (await answer.json()) as { user: { id: string } };
  return { id: user.id, name, email, cookie: cookiesOf(answer) };
}

export type AppSession = { accessToken: string; tokenType: string; expiresIn: number; expiresAt: string };

/** The session that an app got with the answer to a sign-in. */
export async function appSessionIn(answer: Response): Promise<AppSession> {
  return ((await answer.json()) as { session: AppSession }).session;
}

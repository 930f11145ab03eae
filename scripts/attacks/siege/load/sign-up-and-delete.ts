import type { Db } from '#server/db/connect.ts';
import type { SeededRandom } from '../../../../src/testing/seeded-random.ts';
import { goodPassword } from '../../../../src/testing/sign-in.ts';
import type { Server } from '../servers/start-server.ts';
import { cookiesOf } from './ask.ts';
import type { Fixtures, Member } from './fixtures.ts';
import { keyOf, type SendWrite } from './writes.ts';

const json = 'application/json';

/**
 * A stranger makes an account, says their age, applies to teach and is approved, and deletes the account for good. Each
 * step that is not acknowledged is the last: what it left is whole or absent. `server` is asked where one is to be
 * killed.
 */
export async function signUpAndDelete(
  { db, fixtures, sendWrite }: { db: Db; fixtures: Fixtures; sendWrite: SendWrite },
  chance: SeededRandom,
  server?: Server,
): Promise<void> {
  const email = `newcomer-${chance.between(0, 2 ** 31)}-${chance.between(0, 2 ** 31)}@example.org`;
  const address = `10.${chance.between(100, 199)}.${chance.between(0, 255)}.7`;
  const stranger: Member = { id: '', name: 'Nuevo', email, cookie: '', address };
  const account = keyOf('account', email);
  const signedUp = await sendWrite(
    {
      name: 'sign up',
      by: stranger,
      call: {
        method: 'POST',
        path: '/api/auth/sign-up/email',
        body: { name: 'Nuevo', email, password: goodPassword },
      },
      effects: [[account, 'profile role password bonus 50']],
    },
    server,
  );
  const cookie = signedUp.answered && cookiesOf(signedUp.answered);
  if (signedUp.outcome !== 'acknowledged' || !cookie) return;
  const id = await proveAddress(db, email);
  if (!id) return;
  const by = { ...stranger, id, cookie };
  const did = async (...[name, method, path, body, effects, who = by]: Step) => {
    const headers = { 'content-type': json };
    return (await sendWrite({ name, by: who, call: { method, path, body, headers }, effects }, server))
      .outcome;
  };
  const teaching = keyOf('teaching', id);
  const applies = chance.happens(0.6);
  const steps: Step[] = [
    ['say the age', 'PUT', '/api/people/me/age', { ageGroup: 'adult' }, [[keyOf('age', id), 'adult']]],
  ];
  if (applies) {
    const form = { bio: 'Enseño conversación desde hace años.', languagesTaught: ['en'] };
    const path = `/api/teachers/applications/${id}/approve`;
    steps.push(
      ['apply to teach', 'POST', '/api/teachers/application', form, [[teaching, 'pending teacher']]],
      ['approve a teacher', 'POST', path, { version: 1 }, [[teaching, 'approved teacher']], fixtures.admin],
    );
  }
  const deletion = { password: goodPassword, typed: email };
  const gone: Step[4] = [
    [account, null],
    [keyOf('gone', id), 'gone'],
    ...(applies ? [[teaching, null] as const] : []),
  ];
  steps.push(['delete the account', 'POST', '/api/privacy/deletion', deletion, gone]);
  for (const step of steps) if ((await did(...step)) !== 'acknowledged') return;
}

type Step = [
  name: string,
  method: string,
  path: string,
  body: unknown,
  effects: (readonly [string, string | null])[],
  who?: Member,
];

/** As who follows the link of their letter does. Null while the database is away for the siege too. */
async function proveAddress(db: Db, email: string): Promise<string | null> {
  try {
    const proved = await db
      .updateTable('users')
      .set({ emailVerified: true })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirst();
    return proved?.id ?? null;
  } catch {
    return null;
  }
}

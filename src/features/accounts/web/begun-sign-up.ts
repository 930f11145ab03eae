import { storedText } from '#web/stored-text.ts';

type Begun = { name: string; email: string };

const kept = storedText(() => sessionStorage, 'sumi.signUp');

/** What the sign-up form of this tab had before it was loaded again; never the password. */
export function readBegunSignUp(): Partial<Begun> {
  try {
    const { name, email } = JSON.parse(kept.read() ?? '{}');
    return { ...(typeof name === 'string' && { name }), ...(typeof email === 'string' && { email }) };
  } catch {
    return {};
  }
}

export const keepBegunSignUp = ({ name, email }: Begun) => kept.keep(JSON.stringify({ name, email }));
export const forgetBegunSignUp = () => kept.forget();

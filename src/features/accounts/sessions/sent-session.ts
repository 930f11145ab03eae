import { parse } from 'hono/utils/cookie';

/**
 * The session that a request sent, valid or not, as the one cookie in which the library gets it: `token` is
 * `name=value` in the library's own spelling. `isCookie` says that it came as a cookie, so another may be handed back.
 */
export type SentSession = { token: string; isCookie: boolean };

const [shortest, longest] = [20, 300];

/**
 * Reads the session out of a request's headers: an app's bearer token where the operator allows them, otherwise the
 * first cookie of that name. Two readers of one header may find two people, by a blank, a tab or a second cookie of the
 * name. So this is the only one: the library never gets the header itself (`cookiesFor`), and need not read it alike.
 */
export function sessionReader(name: string, { nativeTokens }: { nativeTokens: boolean }) {
  return (headers: Headers): SentSession | null => {
    const [, bearer] = (nativeTokens && /^bearer (\S+)$/i.exec(headers.get('authorization') ?? '')) || [];
    const value = bearer === undefined ? parse(headers.get('cookie') ?? '', name)[name] : decoded(bearer);
    const written = encodeURIComponent(value?.toWellFormed() ?? '');
    if (written.length < shortest || written.length > longest) return null;
    return { token: `${name}=${written}`, isCookie: bearer === undefined };
  };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * The header of cookies for the library: its own ones that the request sent, each once and written by us, with `token`
 * as the only session. `name` is that of the session's cookie, whose prefix the library's cookies have. Null for none.
 */
export function cookiesFor(name: string, sent: string | undefined, token: string | null): string | null {
  const prefix = name.slice(0, name.lastIndexOf('.') + 1);
  const others = Object.entries(parse(sent ?? ''))
    .filter(([each]) => each.startsWith(prefix) && each !== name)
    .map(([each, value]) => `${each}=${encodeURIComponent(value.toWellFormed())}`);
  return [...(token === null ? [] : [token]), ...others].join('; ') || null;
}

/** The part of the library's context that knows which session the request came with. */
export type Asked = {
  context: { authCookies: { sessionToken: { name: string } }; secret: string };
  getSignedCookie: (name: string, secret: string) => Promise<string | null | false>;
};

/** The token of the session that a request to the library came with, whether that session is still there or not. */
export async function readToken(asked: Asked): Promise<string | null> {
  const { authCookies, secret } = asked.context;
  return (await asked.getSignedCookie(authCookies.sessionToken.name, secret)) || null;
}

import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { ProviderSettings } from '#features/accounts/providers/provider-settings.ts';

/** What the provider does wrong. */
export type Fault =
  | 'away'
  | 'stalls'
  | 'token endpoint fails'
  | 'denies'
  | 'another nonce'
  | 'another key'
  | 'another audience'
  | 'another client'
  | 'another issuer'
  | 'expired'
  | 'signs with the secret'
  | 'no token';

/** Who sits at the provider's sign-in page. */
export type AtProvider = { sub: string; email?: string; email_verified?: unknown; name?: string };

type Asked = { nonce: string; challenge: string; redirectUri: string; person: AtProvider };

const client = { clientId: 'sumi-at-the-stand-in', clientSecret: 'what both of them know' };

/** An OpenID Connect provider on a port of its own, whose visitor consents at once. */
export async function openIdServer() {
  const [{ publicKey, privateKey }, other] = await Promise.all([
    generateKeyPair('ES256'),
    generateKeyPair('ES256'),
  ]);
  const jwk = { ...(await exportJWK(publicKey)), kid: 'first', alg: 'ES256', use: 'sig' };
  const codes = new Map<string, Asked>();
  /** Paths of the requests, in order. */
  const asked: string[] = [];
  const at: { person: AtProvider; fault: Fault | null } = {
    person: { sub: randomUUID() },
    fault: null,
  };
  let issuer = '';

  const idToken = async ({ nonce, person }: Asked): Promise<string> => {
    const is = (fault: Fault) => at.fault === fault;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...person,
      nonce: is('another nonce') ? 'of another sign-in' : nonce,
      ...(is('another client') && { azp: 'another client' }),
    };
    const token = new SignJWT(claims)
      .setProtectedHeader(is('signs with the secret') ? { alg: 'HS256' } : { alg: 'ES256', kid: 'first' })
      .setIssuer(is('another issuer') ? 'https://evil.example' : issuer)
      .setAudience(is('another audience') ? 'another client' : client.clientId)
      .setIssuedAt(is('expired') ? now - 7200 : now)
      .setExpirationTime(is('expired') ? now - 3600 : now + 300);
    if (is('signs with the secret')) return token.sign(new TextEncoder().encode(client.clientSecret));
    return token.sign(is('another key') ? other.privateKey : privateKey);
  };

  const authorize = (query: URLSearchParams, answer: ServerResponse) => {
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    if (at.fault === 'denies') back.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      codes.set(code, {
        nonce: query.get('nonce') ?? '',
        challenge: query.get('code_challenge_method') === 'S256' ? (query.get('code_challenge') ?? '') : '',
        redirectUri: `${back.origin}${back.pathname}`,
        person: at.person,
      });
      back.searchParams.set('code', code);
    }
    answer.writeHead(302, { location: back.href }).end();
  };

  /** Each code is taken once, from the client that asked for it, with the verifier of its challenge. */
  const exchange = async (form: URLSearchParams, authorization = '') => {
    const pair = [client.clientId, client.clientSecret].map(encodeURIComponent).join(':');
    const found = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const right =
      found !== undefined &&
      found.challenge === challenge &&
      found.redirectUri === form.get('redirect_uri') &&
      form.get('grant_type') === 'authorization_code' &&
      authorization === `Basic ${Buffer.from(pair).toString('base64')}`;
    if (!right || at.fault === 'token endpoint fails') return null;
    const token = at.fault === 'no token' ? {} : { id_token: await idToken(found) };
    return { access_token: 'opaque', token_type: 'Bearer', expires_in: 300, ...token };
  };

  const respond = async (request: IncomingMessage, answer: ServerResponse) => {
    const url = new URL(request.url ?? '/', issuer);
    asked.push(url.pathname);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const json = (body: unknown, status = 200) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (at.fault === 'stalls') return;
    if (at.fault === 'away') return json({ error: 'temporarily_unavailable' }, 503);
    if (url.pathname === '/authorize') return authorize(url.searchParams, answer);
    if (url.pathname === '/jwks') return json({ keys: [jwk] });
    if (url.pathname === '/token') {
      const form = new URLSearchParams(Buffer.concat(parts).toString());
      const tokens = await exchange(form, request.headers.authorization);
      return tokens ? json(tokens) : json({ error: 'invalid_grant' }, 400);
    }
    json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['ES256', 'HS256'],
    });
  };

  const server = createServer((request, answer) => void respond(request, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const settings: ProviderSettings = {
    id: 'oidc',
    name: 'Escuela Ejemplo',
    issuer,
    clientId: client.clientId,
    clientSecret: () => client.clientSecret,
    // Only who stalls is given up soon: any other answer may take longer on a busy machine.
    get timeoutMs() {
      return at.fault === 'stalls' ? 500 : 30_000;
    },
  };
  return {
    settings,
    asked,
    at,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

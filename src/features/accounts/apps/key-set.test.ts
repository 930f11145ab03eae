import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createRemoteJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { appSessionIn, goodPassword, personWithPassword } from '../../../testing/sign-in.ts';
import { tokenMinutes } from '../rules.ts';
import { deleteExpired } from '../sessions/delete-expired.ts';

const site = 'http://localhost:3000';

const get = (community: Community, path: string, headers: Record<string, string> = {}) =>
  community.api.request(`/api/auth${path}`, { headers });

/** The bearer token by which an app is signed in. */
async function enter(community: Community, { email }: Person): Promise<string> {
  const answer = await community.api.request('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: goodPassword }),
  });
  const { accessToken } = await appSessionIn(answer);
  return `Bearer ${accessToken}`;
}

async function tokenOf(community: Community, authorization: string): Promise<string> {
  const answer = await get(community, '/token', { authorization });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { token: string }).token;
}

async function publishedKeys(community: Community): Promise<string[]> {
  const { keys } = (await (await get(community, '/jwks')).json()) as JSONWebKeySet;
  return keys.map(({ kid }) => String(kid));
}

it('there is no key set and no token unless the operator lets apps in', async () => {
  const community = await newCommunity();
  const { cookie } = await community.person();
  expect((await get(community, '/jwks')).status).toBe(404);
  expect((await get(community, '/token', { cookie })).status).toBe(404);
  expect(await community.db.selectFrom('signingKeys').select('id').execute()).toEqual([]);
  await community.close();
});

describe('where apps are let in', () => {
  let community: Community;
  let server: ReturnType<typeof serve>;
  /** As another service checks who shows it a token: by the key set alone, over the wire. */
  let check: (
    token: string,
    options?: { audience?: string; currentDate?: Date },
  ) => ReturnType<typeof jwtVerify>;
  beforeAll(async () => {
    community = await newCommunity({ nativeTokens: true });
    server = serve({ fetch: community.api.fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise<void>((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const address = new URL(`http://127.0.0.1:${port}/api/auth/jwks`);
    check = (token, options = {}) =>
      jwtVerify(token, createRemoteJWKSet(address), { issuer: site, audience: site, ...options });
  });
  afterAll(async () => {
    server.close();
    await community.close();
  });

  it('another service learns from the key set who an app is, and nothing else', async () => {
    const person = await personWithPassword(community, { role: 'admin' });
    const { payload, protectedHeader } = await check(
      await tokenOf(community, await enter(community, person)),
    );
    expect(protectedHeader.alg).toBe('ES256');
    expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sub']);
    expect(payload).toMatchObject({ sub: person.id, iss: site, aud: site });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(tokenMinutes * 60);
  });

  it('a token that is over, altered or meant for another community is refused', async () => {
    const person = await personWithPassword(community);
    const token = await tokenOf(community, await enter(community, person));
    const later = new Date(Date.now() + (tokenMinutes * 60 + 1) * 1000);
    await expect(check(token, { currentDate: later })).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
    const [header, , signature] = token.split('.');
    const claims = {
      sub: crypto.randomUUID(),
      iss: site,
      aud: site,
      exp: Math.floor(Date.now() / 1000) + 60,
    };
    const forged = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    await expect(check(forged)).rejects.toMatchObject({ code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' });
    await expect(check(token, { audience: 'https://other.example' })).rejects.toMatchObject({
      code: 'ERR_JWT_CLAIM_VALIDATION_FAILED',
    });
  });

  it('no token is given to a person who is signed out, banned or deleted, nor for a session that is over', async () => {
    const endings: Record<string, (person: Person) => Promise<unknown>> = {
      'signed out': ({ id }) => community.db.deleteFrom('sessions').where('userId', '=', id).execute(),
      over: ({ id }) =>
        community.db
          .updateTable('sessions')
          .set({ expiresAt: new Date(Date.now() - 1000) })
          .where('userId', '=', id)
          .execute(),
      banned: ({ id }) =>
        community.db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', id).execute(),
      deleted: ({ id }) =>
        community.db
          .updateTable('users')
          .set({ bannedAt: new Date(), deletedAt: new Date() })
          .where('id', '=', id)
          .execute(),
    };
    for (const [name, end] of Object.entries(endings)) {
      const person = await personWithPassword(community);
      const authorization = await enter(community, person);
      await end(person);
      const answer = await get(community, '/token', { authorization });
      expect(answer.status, name).toBe(401);
    }
    expect((await get(community, '/token')).status).toBe(401);
  });

  it('a page in a browser gets no token by its cookie, whatever header its script adds', async () => {
    const person = await personWithPassword(community);
    const { cookie } = await community.anotherSession(person);
    expect((await get(community, '/token', { cookie })).status).toBe(401);
    expect((await get(community, '/token', { cookie, authorization: 'Bearer none' })).status).toBe(401);
    const authorization = await enter(community, person);
    expect((await get(community, '/token', { cookie, authorization })).status).toBe(401);
    const read = await get(community, '/get-session', { authorization });
    expect([...read.headers.keys()]).not.toContain('set-auth-jwt');
  });

  it('Sumi itself takes no signed token for a session', async () => {
    const person = await personWithPassword(community);
    const token = await tokenOf(community, await enter(community, person));
    const answer = await community.api.request('/api/accounts/me', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await answer.json()).toEqual({ account: null });
  });

  it('keys change, and the one before is published for as long as its tokens may live', async () => {
    const person = await personWithPassword(community);
    const authorization = await enter(community, person);
    const before = await tokenOf(community, authorization);
    const { kid: old = '' } = decodeProtectedHeader(before);
    const endedAgo = (hours: number) =>
      community.db
        .updateTable('signingKeys')
        .set({ expiresAt: new Date(Date.now() - hours * 3_600_000) })
        .where('id', '=', old)
        .execute();
    await endedAgo(1);
    const after = await tokenOf(community, authorization);
    const { kid: current = '' } = decodeProtectedHeader(after);
    expect(current).not.toBe(old);
    expect((await publishedKeys(community)).sort()).toEqual([current, old].sort());
    await check(before);
    await check(after);

    await endedAgo(25);
    expect(await publishedKeys(community)).toEqual([current]);
    await expect(check(before)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });

    await endedAgo(49);
    await deleteExpired(30).run(await community.ctxFor());
    const kept = await community.db.selectFrom('signingKeys').select('id').execute();
    expect(kept).toEqual([{ id: current }]);
  });

  it('the private half is encrypted, and a key of another secret is neither used nor published', async () => {
    const person = await personWithPassword(community);
    const authorization = await enter(community, person);
    const { kid = '' } = decodeProtectedHeader(await tokenOf(community, authorization));
    const rows = await community.db.selectFrom('signingKeys').selectAll().execute();
    for (const { publicKey, privateKey } of rows) {
      const { d, x } = JSON.parse(publicKey) as { d?: string; x: string };
      expect(d).toBeUndefined();
      expect(privateKey).not.toContain(x);
      expect(privateKey).not.toContain('kty');
    }
    await community.db.updateTable('signingKeys').set({ sealedBy: 'another secret' }).execute();
    const { kid: own = '' } = decodeProtectedHeader(await tokenOf(community, authorization));
    expect(own).not.toBe(kid);
    expect(await publishedKeys(community)).toEqual([own]);
  });
});

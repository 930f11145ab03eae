import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { OAuthProvider } from 'better-auth/oauth2';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import type { Log } from '#server/log.ts';
import { providerAnswered } from '../sessions/step-transaction.ts';
import { type AskProvider, discoverProvider, verifyIdToken } from './discover-provider.ts';
import { provedAddress } from './proved-address.ts';
import type { ProviderSettings } from './provider-settings.ts';

/** Codes that `returnFromProvider` hands to the page; their texts are in the catalogues. */
const providerAway = { code: 'PROVIDER_AWAY' };
const notProved = 'email_not_verified';

/** Whether an identity signs in to an account already, which is locked from then on. */
export type IsKnown = (providerId: string, subject: string) => Promise<boolean>;

/** Registers the providers with the library, which keeps state, nonce and PKCE verifier and joins the accounts. */
export function openIdProviders(
  settings: readonly ProviderSettings[],
  isKnown: IsKnown,
  log: Log,
): BetterAuthPlugin {
  const providers = settings.map((each) => openIdProvider(each, isKnown, log));
  return { id: 'openid-providers', init: () => ({ context: { socialProviders: providers } }) };
}

/**
 * One provider as the library calls it. It is not the library's own (decisions/0029): this one is asked for its
 * addresses when they are needed and not while Sumi starts, waits for a limited time, and takes nothing of a token
 * whose signature, issuer, audience and nonce it has not checked.
 */
function openIdProvider(settings: ProviderSettings, isKnown: IsKnown, log: Log): OAuthProvider<JWTPayload> {
  const { id, name, issuer, clientId, clientSecret, formPost } = settings;
  /** Follows no redirect, which could carry the secret elsewhere. */
  const ask: AskProvider = (url, request = {}) => {
    const signal = AbortSignal.timeout(settings.timeoutMs ?? 8000);
    return fetch(url, { ...request, redirect: 'error', signal });
  };

  const failed = (what: string, error: unknown): APIError => {
    log.warn({ err: error, provider: id }, `a sign-in provider ${what}`);
    return new APIError('FAILED_DEPENDENCY', providerAway);
  };

  const discover = discoverProvider(issuer, ask);
  const verify = async (idToken: string, nonce: string | undefined) =>
    verifyIdToken(await discover(), { idToken, clientId, nonce });

  return {
    id,
    name,
    issuer: issuer.includes('microsoftonline') ? undefined : issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub ?? '',
    async createAuthorizationURL({ state, codeVerifier, idTokenNonce = '', redirectURI }) {
      const { authorization_endpoint } = await discover().catch((error) => {
        throw failed('did not say where to sign in', error);
      });
      const url = new URL(authorization_endpoint);
      const asked = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectURI,
        scope: `openid email ${formPost ? 'name' : 'profile'}`,
        state,
        nonce: idTokenNonce,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(formPost && { response_mode: 'form_post' }),
      };
      for (const [key, value] of Object.entries(asked)) url.searchParams.set(key, value);
      return url;
    },
    async validateAuthorizationCode({ code, codeVerifier = '', redirectURI }) {
      try {
        const { token_endpoint, token_endpoint_auth_methods_supported: ways } = await discover();
        const form = new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectURI,
          code_verifier: codeVerifier,
        });
        const headers = new Headers({ accept: 'application/json' });
        const secret = await clientSecret();
        if (ways?.includes('client_secret_post')) {
          form.set('client_id', clientId);
          form.set('client_secret', secret);
        } else {
          const pair = [clientId, secret].map(encodeURIComponent).join(':');
          headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
        }
        const answer = await ask(token_endpoint, { method: 'POST', headers, body: form });
        if (!answer.ok) throw new Error(`the code was answered with ${answer.status}`);
        return z
          .object({ id_token: z.string() })
          .transform(({ id_token }) => ({ idToken: id_token }))
          .parse(await answer.json());
      } catch (error) {
        throw failed('took no code', error);
      }
    },
    async getUserInfo({ idToken = '', expectedIdTokenNonce, user }) {
      const claims = await verify(idToken, expectedIdTokenNonce).catch((error) => {
        throw failed('sent a token that does not hold', error);
      });
      providerAnswered();
      const email = provedAddress(claims);
      const known = await isKnown(id, claims.sub ?? '');
      // Asked before any account is looked up, so that the answer does not tell whether the address has one.
      if (email === null && !known) throw new APIError('FORBIDDEN', { code: notProved });
      const fullName = [user?.name?.firstName, user?.name?.lastName].filter(Boolean).join(' ');
      return {
        user: {
          email: email ?? String(claims.email ?? ''),
          emailVerified: email !== null,
          name: typeof claims.name === 'string' ? claims.name : fullName,
        },
        data: claims,
      };
    },
  };
}

import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { hourMs } from '#shared/time/durations.ts';

/** Sends a request to a provider. */
export type AskProvider = (url: string, request?: RequestInit) => Promise<Response>;

const endpoint = z.url({ protocol: /^https?$/ });
const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
});
type Discovered = z.infer<typeof discovery> & { keys: ReturnType<typeof createRemoteJWKSet> };

const readAgainAfter = hourMs;
/** Microsoft's issuer for every tenant, in which a token names its own. */
const anyTenant = '{tenantid}';

/** Answers how to get what a provider says of itself: read once for all who ask, and again after a failure. */
export function discoverProvider(issuer: string, ask: AskProvider): () => Promise<Discovered> {
  let cached: { reading: Promise<Discovered>; since: number } | undefined;
  return () => {
    if (cached && Date.now() - cached.since < readAgainAfter) return cached.reading;
    const mine = { reading: readDiscovery(issuer, ask), since: Date.now() };
    cached = mine;
    mine.reading.catch(() => {
      if (cached === mine) cached = undefined;
    });
    return mine.reading;
  };
}

async function readDiscovery(issuer: string, ask: AskProvider): Promise<Discovered> {
  const answer = await ask(`${issuer}/.well-known/openid-configuration`);
  if (!answer.ok) throw new Error(`discovery was answered with ${answer.status}`);
  const read = discovery.parse(await answer.json());
  if (read.issuer !== issuer && !read.issuer.includes(anyTenant))
    throw new Error(`discovery names the issuer ${read.issuer}`);
  const keys = createRemoteJWKSet(new URL(read.jwks_uri), { [customFetch]: ask });
  return { ...read, keys };
}

/** The claims of a token; throws where its signature, issuer, audience, age or nonce is another. */
export async function verifyIdToken(
  found: Discovered,
  { idToken, clientId, nonce }: { idToken: string; clientId: string; nonce: string | undefined },
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(idToken, found.keys, {
    audience: clientId,
    // Signatures that only the provider can make: none by a secret that both sides know.
    algorithms: (found.id_token_signing_alg_values_supported ?? ['RS256']).filter((each) =>
      /^(RS|PS|ES)\d{3}$|^EdDSA$/.test(each),
    ),
    clockTolerance: 60,
    requiredClaims: ['sub', 'exp', 'iat'],
  });
  const tenant = typeof payload.tid === 'string' ? payload.tid : '';
  if (payload.iss !== found.issuer.replace(anyTenant, tenant)) throw new Error('another issuer');
  if (payload.azp !== undefined && payload.azp !== clientId) throw new Error('for another client');
  if (!nonce || payload.nonce !== nonce) throw new Error('another nonce');
  return payload;
}

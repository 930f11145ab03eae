import { createHmac } from 'node:crypto';
import { jwt } from 'better-auth/plugins/jwt';
import type { Db } from '#server/db/connect.ts';
import { tokenMinutes } from '../rules.ts';
import { stepOr } from '../sessions/step-transaction.ts';
import type { AuthenticationSettings } from '../sign-in/authentication-settings.ts';

const day = 24 * 60 * 60;

/**
 * Signed tokens by which other services recognise an account, and the public keys to check them with, both by Better
 * Auth: `GET /api/auth/token` for apps and `GET /api/auth/jwks` for everybody (docs/other-clients.md). A token says
 * who, for minutes, and nothing else: whatever it said of rights would stay true for its holder after they were taken
 * away.
 */
export function keySet(db: Db, { appUrl, secret }: Pick<AuthenticationSettings, 'appUrl' | 'secret'>) {
  const sealedBy = createHmac('sha256', secret).update('signing keys').digest('base64url');
  return jwt({
    disableSettingJwtHeader: true,
    schema: { jwks: { modelName: 'signingKeys' } },
    jwks: { keyPairConfig: { alg: 'ES256' }, rotationInterval: 90 * day, gracePeriod: day },
    jwt: {
      issuer: appUrl,
      audience: appUrl,
      expirationTime: `${tokenMinutes}m`,
      definePayload: () => ({}),
    },
    adapter: {
      // The private half of a key that another secret sealed cannot be opened any more.
      getJwks: () =>
        stepOr(db).db.selectFrom('signingKeys').select(columns).where('sealedBy', '=', sealedBy).execute(),
      createJwk: ({ expiresAt = new Date(), publicKey, privateKey, createdAt }) =>
        stepOr(db)
          .db.insertInto('signingKeys')
          .values({ sealedBy, publicKey, privateKey, createdAt, expiresAt })
          .returning(columns)
          .executeTakeFirstOrThrow(),
    },
  });
}

const columns = ['id', 'publicKey', 'privateKey', 'createdAt', 'expiresAt'] as const;

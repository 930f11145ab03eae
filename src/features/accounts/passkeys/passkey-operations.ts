import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { lineOfText } from '#shared/text.ts';
import { uuid } from '#shared/uuid.ts';

export const passkeyRefusals = {
  /** Signing in failed: an unknown passkey, a wrong signature, or a challenge that is over. Which one is not said. */
  refused: { code: 'accounts/passkey-refused', status: 401 },
  /** The device's answer proves no new passkey for this community. */
  invalid: { code: 'accounts/passkey-invalid', status: 400 },
  known: { code: 'accounts/passkey-known', status: 409 },
  /** `detail.most`: how many passkeys a person may have. */
  tooMany: { code: 'accounts/too-many-passkeys', status: 409 },
} as const satisfies Record<string, RefusalKind>;

/** A key that a device of its owner holds, and that signs in without a password. */
const passkey = z.object({
  id: uuid,
  name: z.string(),
  /** Whether a service keeps it for the other devices of its owner. */
  synced: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const bytes = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most);
const name = lineOfText(60);
const own = { params: z.object({ id: uuid }) };

/** What a device is asked to sign, and for which community. Bytes are base64url. */
export const challenge = { challengeId: uuid, challenge: z.string(), rpId: z.string() };

/** How a device answers that signs in. */
export const passkeyProof = z.object({
  challengeId: uuid,
  credentialId: bytes(1400),
  clientData: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(2000),
});
export type PasskeyProof = z.infer<typeof passkeyProof>;

/** How a device answers that made a passkey, and what its owner calls it. */
const newPasskey = z.object({
  challengeId: uuid,
  name,
  credentialId: bytes(1400),
  clientData: bytes(4000),
  attestation: bytes(20_000),
  transports: z.array(z.string().regex(/^[a-z-]{2,20}$/)).max(8),
});
export type NewPasskey = z.infer<typeof newPasskey>;

export const listPasskeys = operation({
  id: 'listPasskeys',
  method: 'get',
  path: '/api/accounts/passkeys',
  summary: "The reader's passkeys, the oldest first.",
  answer: z.object({ items: z.array(passkey) }),
});

export const addPasskey = operation({
  id: 'addPasskey',
  method: 'post',
  path: '/api/accounts/passkeys',
  summary:
    'Adds a passkey: the answer of a device to a challenge of `beginPasskey`. The owner is told by a letter.',
  body: newPasskey,
  answer: passkey,
  refusals: [passkeyRefusals.invalid, passkeyRefusals.known, passkeyRefusals.tooMany],
});

export const renamePasskey = operation({
  id: 'renamePasskey',
  method: 'patch',
  path: '/api/accounts/passkeys/{id}',
  summary: "Changes the name of one of the reader's passkeys.",
  ...own,
  body: z.object({ name }),
  answer: passkey,
  refusals: [commonRefusals.notFound],
});

export const beginPasskeySignIn = operation({
  id: 'beginPasskeySignIn',
  method: 'post',
  path: '/api/accounts/passkey-sign-ins',
  summary:
    'What a device is asked to sign to sign in by a passkey. Its answer goes to `POST /api/auth/sign-in/passkey`. For everybody.',
  body: z.object({}),
  answer: z.object(challenge),
  refusals: [commonRefusals.tooMany],
});

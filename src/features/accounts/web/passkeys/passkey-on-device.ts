import type { z } from 'zod';
import type { beginPasskey, beginPasskeySignIn, NewPasskey, PasskeyProof } from '../../contract.ts';

/** The device, or its owner, did not finish what it was asked for. */
class DeviceRefused extends Error {
  override name = 'DeviceRefused';
}

type ToMake = z.infer<typeof beginPasskey.answer>;
type Made = Omit<NewPasskey, 'name'>;
type ToProve = z.infer<typeof beginPasskeySignIn.answer>;

/** ES256, EdDSA and RS256. */
const algorithms = [-7, -8, -257];

/** Has this device, or one that its owner chooses, make a passkey. @throws DeviceRefused */
export async function makePasskey(asked: ToMake): Promise<Made> {
  const made = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytes(asked.challenge),
        rp: { id: asked.rpId, name: 'Sumi' },
        user: { id: bytes(asked.userHandle), name: asked.email, displayName: asked.name },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: asked.registered.map((id) => ({ type: 'public-key', id: bytes(id) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    }),
  );
  const answer = made.response as AuthenticatorAttestationResponse;
  return {
    challengeId: asked.challengeId,
    credentialId: made.id,
    clientData: text(answer.clientDataJSON),
    attestation: text(answer.attestationObject),
    transports: answer.getTransports(),
  };
}

/** Has a device sign that its owner wants to sign in. @throws DeviceRefused */
export async function provePasskey({ challengeId, challenge, rpId }: ToProve): Promise<PasskeyProof> {
  const proof = await ask(() =>
    navigator.credentials.get({
      publicKey: { challenge: bytes(challenge), rpId, userVerification: 'required' },
    }),
  );
  const answer = proof.response as AuthenticatorAssertionResponse;
  return {
    challengeId,
    credentialId: proof.id,
    clientData: text(answer.clientDataJSON),
    authenticatorData: text(answer.authenticatorData),
    signature: text(answer.signature),
  };
}

async function ask(act: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await act().catch((error: Error) => {
    throw new DeviceRefused(error.message);
  });
  if (!credential) throw new DeviceRefused('no credential');
  return credential as PublicKeyCredential;
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(buffer: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Asked = { challenge: string; rpId: string };
/** What goes wrong with what a device signs. */
export type Twist = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  unseen?: boolean;
  counter?: number;
};

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');

/** A device that makes one passkey and signs with it, as a browser would send it. Counts its signatures. */
export class Authenticator {
  readonly credentialId = text(randomBytes(16));
  private readonly origin: string;
  private readonly key: { publicKey: KeyObject; privateKey: KeyObject };
  private signed = 0;

  constructor(origin: string) {
    this.origin = origin;
    this.key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** The answer to a challenge for a new passkey. */
  make(asked: Asked, twist: Twist = {}) {
    const id = Buffer.from(this.credentialId, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.cosePublicKey()]);
    const authenticatorData = Buffer.concat([this.head(asked, twist, 0x40), credential]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
      ...[cborText('authData'), cborBytes(authenticatorData)],
    ]);
    return {
      credentialId: this.credentialId,
      clientData: text(this.clientData('webauthn.create', asked, twist)),
      attestation: text(attestation),
      transports: ['internal'],
    };
  }

  /** The answer to a challenge for signing in. */
  prove(asked: Asked, twist: Twist = {}) {
    this.signed += 1;
    const authenticatorData = this.head(asked, twist, 0);
    const clientData = this.clientData('webauthn.get', asked, twist);
    const signature = sign(
      'sha256',
      Buffer.concat([authenticatorData, sha256(clientData)]),
      this.key.privateKey,
    );
    return {
      credentialId: this.credentialId,
      clientData: text(clientData),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
    };
  }

  private clientData(type: string, asked: Asked, { origin = this.origin, challenge }: Twist): Buffer {
    const clientData = { type, challenge: challenge ?? asked.challenge, origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(clientData));
  }

  /** For whom, whether its owner was seen, and how often it signed. */
  private head(
    { rpId }: Asked,
    { rpId: other, unseen, counter = this.signed }: Twist,
    flags: number,
  ): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(other ?? rpId), Buffer.from([flags | (unseen ? 0x01 : 0x05)]), count]);
  }

  private cosePublicKey(): Buffer {
    const { x = '', y = '' } = this.key.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      // A map of five: an elliptic curve key, for ES256, on P-256, with x and y.
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      ...[
        cborBytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        cborBytes(Buffer.from(y, 'base64url')),
      ],
    ]);
  }
}

function cborText(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function cborBytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, value.length]), value]);
}

import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { pushKeysFrom } from '#server/push/push-keys.ts';
import { createPushService } from '#server/push/push-service.ts';

/** What a push service may do to a message. */
export type Behaviour =
  | 'takes'
  | 'fails'
  | 'asks-for-ages'
  | 'stalls'
  | 'hangs-up-after-taking'
  | 'gone'
  | 'refuses'
  | 'redirects';

const keys = pushKeysFrom('a secret that only tests know, long enough');
const onThisMachine = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1');

/** The product's push messages, except that those to push servers of tests on this machine are allowed. */
export const testPush = createPushService(keys, 'mailto:a@sumi.example', { allows: onThisMachine });

/** `testPush`, which gives a push server up soon. */
export const impatientPush = createPushService(keys, 'mailto:a@sumi.example', {
  allows: onThisMachine,
  timeoutMs: 2000,
});

type Taken = { device: string; message: Record<string, string>; headers: Record<string, string | undefined> };

/** A push service on a port of its own, with devices that decrypt what they get as a browser does. */
export async function pushServer({ answersAfterMs = 0 } = {}) {
  const behaviours = new Map<string, Behaviour>();
  const devices = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>();
  const taken: Taken[] = [];
  const unanswered: Taken[] = [];
  /** Senders, as their signature names them, whose messages it takes without ever saying so. */
  const silentFor = new Set<string>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const device = request.url?.slice(1) ?? '';
    const behaviour = behaviours.get(device) ?? 'takes';
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      asked.push(device);
      if (behaviour === 'stalls') return;
      if (behaviour === 'fails') return void response.writeHead(503, { 'retry-after': '60' }).end();
      if (behaviour === 'asks-for-ages') {
        return void response.writeHead(429, { 'retry-after': '9999999999999' }).end();
      }
      if (behaviour === 'gone') return void response.writeHead(410).end();
      if (behaviour === 'refuses') return void response.writeHead(413).end();
      if (behaviour === 'redirects') return void response.writeHead(307, { location: '/elsewhere' }).end();
      const receiver = devices.get(device);
      if (receiver) {
        const { ttl, urgency, authorization } = request.headers as Record<string, string>;
        const headers = { ttl, urgency, authorization };
        const message = JSON.parse(decrypt(Buffer.concat(parts), receiver));
        taken.push({ device, message, headers });
        if (silentFor.has(senderOf(authorization))) {
          return void unanswered.push({ device, message, headers });
        }
      }
      if (behaviour === 'hangs-up-after-taking') return void request.socket.destroy();
      setTimeout(() => response.writeHead(201).end(), answersAfterMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    taken,
    /** The taken messages whose sender waits for an answer in vain. */
    unanswered,
    silentFor,
    asked,
    turn: (device: string, behaviour: Behaviour) => behaviours.set(device, behaviour),
    /** A new device; what its browser says of it. */
    device(name: string) {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys('base64url');
      const auth = randomBytes(16);
      devices.set(name, { ecdh, auth });
      return {
        endpoint: `http://127.0.0.1:${port}/${name}`,
        keys: { p256dh, auth: auth.toString('base64url') },
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whom a signature (RFC 8292) names as its sender. */
function senderOf(authorization = ''): string {
  const [, claims = ''] = /t=[^.]+\.([^.]+)\./.exec(authorization) ?? [];
  const { sub = '' } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as { sub?: string };
  return sub.replace('mailto:', '');
}

/** RFC 8188 and 8291: one record, whose key comes from the device's and the sender's keys and the shared secret. */
function decrypt(
  bytes: Buffer,
  { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer },
): string {
  const salt = bytes.subarray(0, 16);
  const sender = bytes.subarray(21, 21 + (bytes[20] ?? 0));
  const sealed = bytes.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const open = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  open.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

import { expect, it, onTestFinished } from 'vitest';
import { pushServer, testPush } from '../../testing/stand-ins/push-server.ts';
import { pushKeysFrom } from './push-keys.ts';
import { createPushService } from './push-service.ts';

it('createPushService allows no address whose host the library that signs reads as another one', () => {
  const push = createPushService(
    pushKeysFrom('a secret that only tests know, long enough'),
    'mailto:a@b.example',
  );
  expect(push.allows('https://fcm.googleapis.com/wp/device')).toBe(true);
  expect(push.allows('https://updates.push-services.example/device')).toBe(true);
  for (const sign of [';', "'", '`', '{'])
    expect(push.allows(`https://fcm.googleapis.com${sign}.evil.example/x`), sign).toBe(false);
});

it('createPushService signs for the service that it calls, however the address is written', async () => {
  const server = await pushServer();
  onTestFinished(() => server.close());
  const { endpoint, keys } = server.device('device');
  const { origin } = new URL(endpoint);
  const message = { body: '{"title":"Hola"}', ttlSeconds: 60, urgent: false };
  const send = (address: string) => testPush.send({ endpoint: address, ...keys }, message);
  expect(await send(endpoint.replace('http://', 'http:'))).toEqual({ is: 'taken' });
  const [, claims = ''] = /t=[^.]+\.([^.]+)\./.exec(server.taken[0]?.headers.authorization ?? '') ?? [];
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ aud: origin });
});

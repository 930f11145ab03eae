import { expect, it } from 'vitest';
import { knownDevice, rememberDevice } from './known-device.ts';

it('the cookie of a known device is for TLS alone where the community is', () => {
  const settings = { secret: 'a secret of the test', appUrl: 'https://sumi.example' };
  const set = rememberDevice(settings, undefined, 'ana@example.org');
  expect(set).toMatch(/^__Secure-sumi[.]device=.*; Secure/);
  const cookie = set.split(';')[0];
  expect(knownDevice(settings, cookie, 'ana@example.org')).not.toBeNull();
  expect(knownDevice(settings, cookie?.replace('__Secure-', ''), 'ana@example.org')).toBeNull();
});

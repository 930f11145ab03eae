import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetDeviceOwner, isDeviceOf, saveDeviceOwner } from './device-owner.ts';

// Node has no Cache Storage.
beforeEach(() => {
  const kept = new Map<string, Map<string, Response>>();
  vi.stubGlobal('caches', {
    async open(name: string) {
      const cache = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, cache);
      return { put: async (address: string, response: Response) => void cache.set(address, response) };
    },
    match: async (address: string, { cacheName }: { cacheName: string }) =>
      kept.get(cacheName)?.get(address)?.clone(),
    delete: async (name: string) => kept.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const ownersAmong = async (...people: string[]) => {
  const owned = await Promise.all(people.map(isDeviceOf));
  return people.filter((_person, n) => owned[n]);
};

it('a browser in which push messages were never turned on belongs to no person', async () => {
  expect(await ownersAmong('ana', 'eva')).toEqual([]);
});

it('a browser belongs to the person who turned push messages on, and not to another who signs in', async () => {
  await saveDeviceOwner('ana');
  expect(await ownersAmong('ana', 'eva')).toEqual(['ana']);
});

it('another person who turns push messages on takes the device over', async () => {
  await saveDeviceOwner('ana');
  await saveDeviceOwner('eva');
  expect(await ownersAmong('ana', 'eva')).toEqual(['eva']);
});

it('a browser forgets whose device it was when push messages are turned off there', async () => {
  await saveDeviceOwner('ana');
  await forgetDeviceOwner();
  expect(await ownersAmong('ana', 'eva')).toEqual([]);
});

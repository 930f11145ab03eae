// For whom push messages are on in this browser: the id of the person who turned them on, until they turn them off
// here. It outlasts their session, and stays on the device. Cache Storage has it because the worker
// (src/web/public/worker.js), which reads no local storage, asks it too; browsers with push messages have Cache
// Storage.

const cacheName = 'sumi-device';
const address = '/device-owner';

/**
 * Whether a browser turns push messages on by itself for the person who is signed in: for the one who did so before.
 */
export async function isDeviceOf(userId: string): Promise<boolean> {
  const kept = await caches.match(address, { cacheName });
  return kept !== undefined && (await kept.text()) === userId;
}

/** A browser has one owner: the person before does not find it turned on when they come back. */
export async function saveDeviceOwner(userId: string): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(address, new Response(userId));
}

export async function forgetDeviceOwner(): Promise<void> {
  await caches.delete(cacheName);
}

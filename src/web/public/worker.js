// Shows push messages, also while Sumi is closed. It loads nothing and keeps nothing.

self.addEventListener('push', (event) => {
  const { id, title = 'Sumi', body = '', link = '/notifications', lang = 'es' } = event.data?.json() ?? {};
  // The same notice sent twice replaces itself, without a second sound.
  const shown = self.registration.showNotification(title, { body, lang, tag: id, data: { link } });
  event.waitUntil(shown);
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data?.link ?? '/', self.location.origin);
  if (address.origin !== self.location.origin) return;
  event.waitUntil(open(address.href));
});

/** In a window of Sumi that is open, otherwise in a new one. */
async function open(address) {
  const windows = await self.clients.matchAll({ type: 'window' });
  const [first] = windows;
  const moved = first && (await first.navigate(address).catch(() => null));
  return moved ? moved.focus() : self.clients.openWindow(address);
}

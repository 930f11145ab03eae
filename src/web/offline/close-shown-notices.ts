/**
 * Takes the push messages that this browser shows off the screen: they name people and hours of a member, and a tap on
 * one opens its page in the session of the next person.
 */
export async function closeShownNotices(): Promise<void> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration('/');
  // Old browsers show push messages and do not list them.
  if (!registration || !('getNotifications' in registration)) return;
  for (const notice of await registration.getNotifications()) notice.close();
}

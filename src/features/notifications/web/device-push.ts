import { call } from '#web/api/call.ts';
import { workerAddress } from '#web/offline/use-worker.ts';
import { addDevice, readNoticeChoices, removeDevice } from '../contract.ts';
import { forgetDeviceOwner, isDeviceOf, saveDeviceOwner } from './device-owner.ts';

/**
 * What push messages are in this browser: on, off, blocked by the person, or not there (on an iPhone before install).
 */
export type DeviceState = 'on' | 'off' | 'denied' | 'iphone' | 'unsupported';

/** What it is as far as the browser says so at once: only one with the permission may have a subscription. */
export function knownDeviceState(): DeviceState | undefined {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return isAppleTouch() ? 'iphone' : 'unsupported';
  }
  if (Notification.permission === 'granted') return undefined;
  return Notification.permission === 'denied' ? 'denied' : 'off';
}

/**
 * What it is for a person, without asking for permission. Their subscription, if the browser still has it, is sent
 * again: the server may have lost it. That of another person is none of theirs.
 */
export async function findDeviceState(pushKey: string, userId: string): Promise<DeviceState> {
  const known = knownDeviceState();
  if (known) return known;
  return inTurn(async () => {
    const subscription = (await isDeviceOf(userId)) && (await findSubscription());
    if (!subscription || !isFor(subscription, pushKey)) return 'off';
    await registerDevice(subscription, userId);
    return 'on';
  });
}

/** Asks for permission, which a browser allows on a tap only, and subscribes. Denied, nothing happens. */
export async function startPush(pushKey: string, userId: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  await inTurn(async () => {
    await subscribe(pushKey, userId);
    await saveDeviceOwner(userId);
  });
}

/**
 * Subscribes for the person of a new session where they had turned push messages on: the server forgot the browser with
 * their last session. Not where permission was taken back, or where another person turned them on since.
 */
export async function resumePush(userId: string): Promise<void> {
  if (Notification.permission !== 'granted' || !(await isDeviceOf(userId))) return;
  const { pushKey } = await call(readNoticeChoices);
  await inTurn(async () => {
    // Another tab may have turned them off while this one waited.
    if (await isDeviceOf(userId)) await subscribe(pushKey, userId);
  });
}

export async function stopPush(): Promise<void> {
  await inTurn(async () => {
    const subscription = await findSubscription();
    if (subscription) {
      await call(removeDevice, { body: { endpoint: subscription.endpoint } });
      await subscription.unsubscribe();
    }
    await forgetDeviceOwner();
  });
}

/**
 * One act at a time in all tabs of this browser: a subscription that one tab sends again while another turns push off
 * would reach the server last, and the device would get messages that its owner has stopped.
 */
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  return navigator.locks.request('own-device', act);
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function subscribe(pushKey: string, userId: string): Promise<void> {
  const registration = await navigator.serviceWorker.register(workerAddress);
  await navigator.serviceWorker.ready;
  // One of another key is of another secret of this community, and takes none of its messages.
  const old = await registration.pushManager.getSubscription();
  if (old && !isFor(old, pushKey)) await old.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: pushKey };
  await registerDevice(await registration.pushManager.subscribe(options), userId);
}

async function registerDevice(subscription: PushSubscription, person: string): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await call(addDevice, { body: { endpoint: endpoint ?? '', keys: { p256dh, auth }, person } });
}

function isFor({ options }: PushSubscription, pushKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const key = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return key === pushKey;
}

/** An iPad says that it is a Mac with a screen to touch. */
function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

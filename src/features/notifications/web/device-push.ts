import { call } from '#web/api/call.ts';
import { workerAddress } from '#web/offline/use-worker.ts';
import { addDevice, removeDevice } from '../contract.ts';

/** What push messages are in this browser: on, off, blocked by the person, or not there (on an iPhone before install). */
export type DeviceState = 'on' | 'off' | 'denied' | 'iphone' | 'unsupported';

/** Asks for no permission. A subscription that the browser still has is sent again: the server may have lost it. */
export async function findDeviceState(pushKey: string): Promise<DeviceState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return isAppleTouch() ? 'iphone' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  return inTurn(async () => {
    const subscription = await findSubscription();
    if (!subscription || !isFor(subscription, pushKey)) return 'off';
    await tellServer(subscription);
    return 'on';
  });
}

/** Asks for permission, which a browser allows on a tap only, and subscribes. Denied, nothing happens. */
export async function startPush(pushKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  const registration = await navigator.serviceWorker.register(workerAddress);
  await navigator.serviceWorker.ready;
  await inTurn(async () => {
    // One of another key is of another secret of this community, and takes none of its messages.
    const old = await registration.pushManager.getSubscription();
    if (old && !isFor(old, pushKey)) await old.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: pushKey };
    await tellServer(await registration.pushManager.subscribe(options));
  });
}

export async function stopPush(): Promise<void> {
  await inTurn(async () => {
    const subscription = await findSubscription();
    if (!subscription) return;
    await call(removeDevice, { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
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

async function tellServer(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await call(addDevice, { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } });
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

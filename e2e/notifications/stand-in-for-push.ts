import type { Page } from 'playwright-core';

type PushDevice = { endpoint: string; keys: { p256dh: string; auth: string } };

/** The browser of a test reaches no push service, so it subscribes at the stand-in; all else is the page's own. */
export async function standInForPush(page: Page, device: PushDevice): Promise<void> {
  await page.addInitScript((device) => {
    // All tabs of a browser have one subscription.
    const findSubscription = () => {
      const key = localStorage.getItem('subscribed');
      if (!key) return null;
      const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
      return {
        endpoint: device.endpoint,
        options: { applicationServerKey: Uint8Array.from(text, (sign) => sign.charCodeAt(0)).buffer },
        toJSON: () => device,
        unsubscribe: async () => localStorage.removeItem('subscribed'),
      };
    };
    const pushManager = {
      getSubscription: async () => findSubscription(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem('subscribed', applicationServerKey);
        return findSubscription();
      },
    };
    Notification.requestPermission = async () => {
      localStorage.setItem('permitted', 'granted');
      return 'granted';
    };
    Object.defineProperty(Notification, 'permission', {
      get: () => localStorage.getItem('permitted') ?? 'default',
    });
    // In place of the worker, which takes away what it shows.
    const controller = {
      postMessage: (words: string) => words === 'left' && localStorage.removeItem('shown'),
    };
    const registration = { pushManager };
    Object.defineProperty(navigator, 'serviceWorker', {
      value: {
        addEventListener() {},
        removeEventListener() {},
        controller,
        register: async () => registration,
        getRegistration: async () => registration,
        ready: Promise.resolve(registration),
      },
    });
  }, device);
}

/** An iPhone whose Sumi is not installed has no push messages. */
export async function standInForIphone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)' });
  });
}

import { expect, it, onTestFinished } from 'vitest';
import { closeShownNotices } from './close-shown-notices.ts';

function registeredAs(registration: object | undefined): void {
  const serviceWorker = { getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
}

it('closeShownNotices closes every push message that the browser shows', async () => {
  const shown = new Set(['Tu clase empieza a las 18:00', 'Tienes un lugar']);
  const getNotifications = async () => [...shown].map((title) => ({ close: () => shown.delete(title) }));
  registeredAs({ getNotifications });
  await closeShownNotices();
  expect([...shown]).toEqual([]);
});

it('closeShownNotices breaks nothing in a browser without a worker, or with one that lists none', async () => {
  await closeShownNotices();
  registeredAs(undefined);
  await closeShownNotices();
  registeredAs({});
  await closeShownNotices();
});

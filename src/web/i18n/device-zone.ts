import { isZone, mexicoCity } from '#shared/time/zones.ts';

let cached: { offset: number; zone: string } | undefined;

/**
 * The zone of the device. To ask the browser for it takes milliseconds on a phone, and every time on a page asks: it is
 * asked again once the clock has another offset, as after a journey.
 */
export function deviceZone(): string {
  const offset = new Date().getTimezoneOffset();
  if (cached?.offset !== offset) cached = { offset, zone: askBrowser() };
  return cached.zone;
}

function askBrowser(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isZone(timeZone) ? timeZone : mexicoCity;
}

import type { DayShapes } from './day-shapes.ts';

/**
 * Writes the moments of a page that the server wrote for everybody in the zone of this browser, as `datesIn` writes
 * them. Takes the days of the page's language from `dayShapes`: the first format of `Intl` in a browser takes a fifth
 * of a second on a slow phone. It is sent as its source, so it uses nothing from outside.
 */
export function writeOwnTimes({ months, weekdays, beforeTime }: DayShapes): void {
  const two = (figure: number) => `${figure}`.padStart(2, '0');
  for (const time of document.querySelectorAll('time')) {
    const at = new Date(time.dateTime);
    const day = `${months[at.getMonth()]}`
      .replace('{w}', `${weekdays[at.getDay()]}`)
      .replace('{dd}', two(at.getDate()))
      .replace('{d}', `${at.getDate()}`)
      .replace('{y}', `${at.getFullYear()}`);
    time.textContent = `${day}${beforeTime}${two(at.getHours())}:${two(at.getMinutes())}`;
  }
}

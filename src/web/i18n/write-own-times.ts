/**
 * Writes the moments of a page that the server wrote for everybody in the zone of this browser, as `datesIn` writes them.
 * It is sent as its source, so it uses nothing from outside.
 */
export function writeOwnTimes(): void {
  const { lang } = document.documentElement;
  const day = new Intl.DateTimeFormat(lang, { dateStyle: 'medium' });
  const hour = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  for (const time of document.querySelectorAll('time')) {
    const instant = new Date(time.dateTime);
    time.textContent = `${day.format(instant)}, ${hour.format(instant)}`;
  }
}

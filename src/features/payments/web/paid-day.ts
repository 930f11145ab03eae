/** The day of the reader's device, yyyy-mm-dd. */
export function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

/** The instant of a typed day on which money changed hands: its noon; undefined for today, which the server dates. */
export function noonOf(day: string): string | undefined {
  if (day === '' || day === today()) return undefined;
  return new Date(`${day}T12:00`).toISOString();
}

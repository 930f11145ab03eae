/**
 * The address that a text means: the first one of an invitation, as Zoom, Meet and Teams copy it, and an address
 * without its `https://`. Other texts stay as they are, for the schema to refuse.
 */
export function meetingAddress(text: string): string {
  const typed = text.trim();
  if (/\s/.test(typed)) {
    const [found] = /https:\/\/[^\s<>"]+/i.exec(typed) ?? [];
    // The sentence goes on after the address.
    return found?.replace(/[.,;:!)\]]+$/, '') ?? typed;
  }
  return /^[a-z\d-]+(\.[a-z\d-]+)+\/\S+$/i.test(typed) ? `https://${typed}` : typed;
}

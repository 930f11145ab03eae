import { splitAddresses } from '#web/ui/written-text/split-addresses.ts';

/**
 * The address that a text means: the first one of an invitation, as Zoom, Meet and Teams copy it, and an address
 * without its `https://`. Other texts stay as they are, for the schema to refuse.
 */
export function meetingAddress(text: string): string {
  const typed = text.trim();
  if (/\s/.test(typed)) {
    return splitAddresses(typed).find(({ isAddress }) => isAddress)?.part ?? typed;
  }
  return /^[a-z\d-]+(\.[a-z\d-]+)+\/\S+$/i.test(typed) ? `https://${typed}` : typed;
}

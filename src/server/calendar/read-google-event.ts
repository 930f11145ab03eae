import type { calendar_v3 } from '@googleapis/calendar';
import { isZone } from '#shared/time/zones.ts';
import type { ListedEvent, UnreadableEvent } from './calendar.ts';
import { plainText } from './plain-text.ts';

type GoogleEvent = calendar_v3.Schema$Event;

/** Converts Google's event to ours; `calendarZone` is used for events without a zone. */
export function readGoogleEvent(
  event: GoogleEvent,
  calendarZone: string | null | undefined,
): ListedEvent | UnreadableEvent {
  const id = event.id ?? '';
  const title = (event.summary ?? '').trim();
  if (!isAccepted(event)) return { id, title, unreadable: 'not-accepted' };
  if (event.start?.date) return { id, title, unreadable: 'all-day' };
  const startsAt = new Date(event.start?.dateTime ?? Number.NaN);
  const endsAt = new Date(event.end?.dateTime ?? Number.NaN);
  if (!(endsAt > startsAt)) return { id, title, unreadable: 'no-time' };
  const zone = event.start?.timeZone ?? calendarZone;
  return {
    id,
    title,
    description: plainText(event.description ?? ''),
    startsAt,
    endsAt,
    zone: zone && isZone(zone) ? zone : null,
    meetLink: meetLinkOf(event) ?? addressIn(event.location),
    organisers: [event.creator?.email, event.organizer?.email].flatMap((email) =>
      email ? [email.toLowerCase()] : [],
    ),
    recurringEventId: event.recurringEventId ? withoutSplit(event.recurringEventId) : null,
    readOnly: false,
  };
}

/**
 * Whether an invitation of another organiser was accepted. Google puts those of strangers into a calendar before they
 * are answered, and leaves declined ones there.
 */
function isAccepted({ organizer, attendees }: GoogleEvent): boolean {
  if (organizer?.self) return true;
  const own = attendees?.find(({ self }) => self);
  return !own || own.responseStatus === 'accepted' || own.responseStatus === 'tentative';
}

/**
 * The id of a repeated event as it was at first: «this and following events» makes a second one of it in Google's
 * calendars, whose id is the first one's with `_R` and the day from which it is another.
 */
export function withoutSplit(id: string): string {
  return id.replace(/_R\d{8}(T\d{6}Z?)?(?=@google\.com$|$)/, '');
}

/** The address of the event's online meeting, if it has one. */
export function meetLinkOf({ hangoutLink, conferenceData }: GoogleEvent): string | null {
  const video = conferenceData?.entryPoints?.find(({ entryPointType }) => entryPointType === 'video');
  return addressIn(hangoutLink) ?? addressIn(video?.uri);
}

/** Returns the text if it is an https address and nothing else. */
export function addressIn(text: string | null | undefined): string | null {
  const address = (text ?? '').trim();
  return /^https:\/\/[^\s@]+$/.test(address) && address.length <= 500 && URL.canParse(address)
    ? address
    : null;
}

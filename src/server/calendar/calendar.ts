/**
 * A calendar outside of the product's own tables: where organisers already look. Nothing here waits longer than a
 * caller can: every call ends within half a minute, with an answer or a `CalendarError`.
 */
export type Calendar = {
  readonly kind: 'google' | 'built-in';
  /** What an organiser knows it by; null for the one that comes along. */
  readonly name: string | null;
  /**
   * Brings the event of that id to be exactly this, whether or not there is one: doing it twice is doing it once,
   * also when the first answer was lost. One that had been removed comes back.
   */
  put(event: CalendarEvent): Promise<PutAnswer>;
  /** Removes the event; one that is not there is removed already. */
  remove(eventId: string): Promise<void>;
  /** What takes place from the first instant to the second, each repetition by itself, a page at a time. */
  list(window: Window): Promise<EventPage>;
};

export type CalendarEvent = {
  /** 5 to 1024 letters a-v and digits, chosen by whoever makes the event. */
  id: string;
  title: string;
  /** Plain text. */
  description: string;
  startsAt: Date;
  endsAt: Date;
  /** The IANA zone its organiser thinks in. */
  zone: string;
};

export type PutAnswer = {
  /** The address of the meeting that the calendar gave the event, if it gives any. */
  meetLink: string | null;
  /** The address is still being made: putting the event again a little later brings it. */
  meetLinkToCome: boolean;
};

export type Window = { from: Date; to: Date; page?: string | undefined };

export type EventPage = { events: (ListedEvent | UnreadableEvent)[]; nextPage: string | null };

/** An event as a calendar tells it. */
export type ListedEvent = Omit<CalendarEvent, 'zone'> & {
  /** Null where the event names no zone that this machine knows. */
  zone: string | null;
  meetLink: string | null;
  /** E-mail addresses of who made or leads it, in small letters. */
  organisers: string[];
  /** It stands in a calendar that is only read: nothing can be put or removed there. */
  readOnly: boolean;
};

/** An event of which there is no telling when it is. */
export type UnreadableEvent = { id: string; title: string; unreadable: UnreadableReason };

export type UnreadableReason = 'all-day' | 'no-time' | 'unknown-zone' | 'too-many-repetitions';

/**
 * A calendar that did not do what it was asked. Whether it is `temporary` says if asking again makes sense without
 * anybody changing a setting; `retryAfterMs` is how long the calendar asked to be left alone.
 */
export class CalendarError extends Error {
  readonly temporary: boolean;
  readonly retryAfterMs: number | null;

  constructor(message: string, how: { temporary: boolean; retryAfterMs?: number | null; cause?: unknown }) {
    super(message.slice(0, 500), how.cause === undefined ? {} : { cause: how.cause });
    this.name = 'CalendarError';
    this.temporary = how.temporary;
    this.retryAfterMs = how.retryAfterMs ?? null;
  }
}

/**
 * A calendar that organisers already use. Every call ends within half a minute, with a result or a
 * `CalendarError`.
 */
export type Calendar = {
  readonly kind: 'google' | 'built-in';
  /** The name that organisers know it by; null for the built-in calendar. */
  readonly name: string | null;
  /**
   * Creates or updates the event with that id so that it is exactly this. Idempotent, also when the first answer was
   * lost. Restores an event that was removed.
   */
  put(event: CalendarEvent): Promise<PutAnswer>;
  /** Removes the event. Idempotent: succeeds when there is no such event. */
  remove(eventId: string): Promise<void>;
  /** Lists one page of the events between two instants; each repetition is an event of its own. */
  list(window: Window): Promise<EventPage>;
};

export type CalendarEvent = {
  /** 5 to 1024 letters a-v and digits, chosen by the caller that creates the event. */
  id: string;
  title: string;
  /** Plain text. */
  description: string;
  startsAt: Date;
  endsAt: Date;
  /** The organiser's IANA time zone. */
  zone: string;
};

export type PutAnswer = {
  /** The address of the online meeting that the calendar created for the event, if it creates any. */
  meetLink: string | null;
  /** The meeting is still being created: putting the event again later returns its address. */
  meetLinkToCome: boolean;
};

export type Window = { from: Date; to: Date; page?: string | undefined };

export type EventPage = { events: (ListedEvent | UnreadableEvent)[]; nextPage: string | null };

/** An event as a calendar lists it. */
export type ListedEvent = Omit<CalendarEvent, 'zone'> & {
  /** Null when the event names no zone that this machine knows. */
  zone: string | null;
  meetLink: string | null;
  /** Lower-case e-mail addresses of its creator and organiser. */
  organisers: string[];
  /**
   * For a repetition, the id of the event that repeats, the same before and after a change of its later repetitions.
   * The repetition's own id names its time, so it is another one once the event repeats at another hour.
   */
  recurringEventId: string | null;
  /** True for an event of a read-only calendar, where nothing can be put or removed. */
  readOnly: boolean;
};

/** An event that is listed by its title alone: its time cannot be determined, or the calendar has not accepted it. */
export type UnreadableEvent = { id: string; title: string; unreadable: UnreadableReason };

export type UnreadableReason =
  | 'all-day'
  | 'no-time'
  | 'unknown-zone'
  | 'too-many-repetitions'
  | 'not-accepted';

/**
 * A call to a calendar failed. `temporary` says whether a retry can succeed without a change of settings;
 * `retryAfterMs` is the back-off that the calendar asked for.
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

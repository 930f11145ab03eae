import { calendar as googleApi } from '@googleapis/calendar';
import { JWT } from 'google-auth-library';
import type { Calendar, CalendarEvent, PutAnswer } from './calendar.ts';
import { CalendarError } from './calendar.ts';
import { asHtml } from './plain-text.ts';
import { meetLinkOf, readGoogleEvent } from './read-google-event.ts';
import { readRetryAfter } from './retry-after.ts';

export type GoogleSettings = {
  calendarId: string;
  /** The service account with which the calendar is shared, with the right to make changes to events. */
  account: { clientEmail: string; privateKey: string };
  /** The member of the organisation to impersonate: Google creates no meetings for a service account itself. */
  actAs: string | null;
  /** Whether each event gets a Google Meet. */
  meet: boolean;
};

/** A put is at most three calls and one token request, and must end within half a minute. */
const callTimeoutMs = 7000;
const pageSize = 250;

/**
 * A Google calendar, reached with Google's own client. Only tests pass another `reach` than `fetch`. It does not
 * retry: the caller has the queue and the back-off.
 */
export function googleCalendar(
  { calendarId, account, actAs, meet }: GoogleSettings,
  reach: typeof fetch = fetch,
): Calendar {
  const auth = new JWT({
    email: account.clientEmail,
    key: account.privateKey,
    scopes: ['https://www.googleapis.com/auth/calendar.events'],
    ...(actAs && { subject: actAs }),
    transporterOptions: {
      fetchImplementation: reach,
      timeout: callTimeoutMs,
      retryConfig: { retry: 0, noResponseRetries: 0 },
    },
  });
  const { events } = googleApi({ version: 'v3', auth, retry: false });
  const conference = meet ? { conferenceDataVersion: 1 } : {};

  async function change(event: CalendarEvent) {
    const requestBody = { ...describe(event, meet), status: 'confirmed' };
    return (await events.patch({ calendarId, eventId: event.id, ...conference, requestBody })).data;
  }

  async function insert(event: CalendarEvent) {
    const requestBody = { ...describe(event, meet), id: event.id };
    return (await events.insert({ calendarId, ...conference, requestBody })).data;
  }

  return {
    kind: 'google',
    name: calendarId,

    async put(event): Promise<PutAnswer> {
      const { answer } = await callGoogle(async () => {
        try {
          return await change(event);
        } catch (error) {
          if (statusOf(error) !== 404) throw error;
        }
        try {
          return await insert(event);
        } catch (error) {
          // A concurrent call, or an earlier attempt whose answer was lost, has inserted the event.
          if (statusOf(error) !== 409) throw error;
        }
        return change(event);
      });
      const meetLink = meet ? meetLinkOf(answer) : null;
      const status = answer.conferenceData?.createRequest?.status?.statusCode;
      return { meetLink, meetLinkToCome: meet && !meetLink && status === 'pending' };
    },

    async remove(eventId) {
      await callGoogle(async () => {
        try {
          await events.delete({ calendarId, eventId });
        } catch (error) {
          const status = statusOf(error);
          if (status !== 404 && status !== 410) throw error;
        }
      });
    },

    async list({ from, to, page }) {
      const { answer } = await callGoogle(async () => {
        const found = await events.list({
          calendarId,
          timeMin: from.toISOString(),
          timeMax: to.toISOString(),
          singleEvents: true,
          orderBy: 'startTime',
          // Not `fromGmail`: Google makes those of letters, which every stranger may send.
          eventTypes: ['default'],
          maxResults: pageSize,
          ...(page && { pageToken: page }),
        });
        return found.data;
      });
      const items = (answer.items ?? []).filter(({ status }) => status !== 'cancelled');
      return {
        events: items.map((item) => readGoogleEvent(item, answer.timeZone)),
        nextPage: answer.nextPageToken ?? null,
      };
    },
  };
}

function describe({ id, title, description, startsAt, endsAt, zone }: CalendarEvent, meet: boolean) {
  return {
    summary: title,
    description: asHtml(description),
    start: { dateTime: startsAt.toISOString(), timeZone: zone },
    end: { dateTime: endsAt.toISOString(), timeZone: zone },
    // Google creates one meeting per request id, so this is idempotent too.
    ...(meet && {
      conferenceData: { createRequest: { requestId: id, conferenceSolutionKey: { type: 'hangoutsMeet' } } },
    }),
  };
}

/** Runs calls to Google and turns every error into a `CalendarError`. */
async function callGoogle<T>(call: () => Promise<T>): Promise<{ answer: T }> {
  try {
    return { answer: await call() };
  } catch (error) {
    throw asCalendarError(error);
  }
}

type Failed = { response?: { status: number; headers: Headers; data?: unknown }; message: string };

const rateReasons = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded']);

function asCalendarError(error: unknown): CalendarError {
  const { response, message } = error as Failed;
  // There was no answer, or it was late: the change may or may not have been made.
  if (!response) return new CalendarError(`Google did not answer: ${message}`, { temporary: true });
  const { status } = response;
  const limited = status === 429 || (status === 403 && reasonsOf(response.data).some(isRate));
  return new CalendarError(`Google answered ${status}: ${message}`, {
    temporary: limited || status === 408 || status >= 500,
    retryAfterMs: readRetryAfter(response.headers.get('retry-after'), new Date()),
  });
}

const isRate = (reason: unknown) => rateReasons.has(String(reason));

function reasonsOf(data: unknown): unknown[] {
  const { error } = (data ?? {}) as { error?: { errors?: { reason?: unknown }[] } };
  return Array.isArray(error?.errors) ? error.errors.map(({ reason }) => reason) : [];
}

function statusOf(error: unknown): number | undefined {
  return (error as Partial<Failed>).response?.status;
}

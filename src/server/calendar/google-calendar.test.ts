import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Fault,
  type GoogleStandIn,
  startGoogleStandIn,
} from '../../testing/stand-ins/google-calendar.ts';
import { CalendarError } from './calendar.ts';
import { googleCalendar } from './google-calendar.ts';
import { readRetryAfter } from './retry-after.ts';

/*
 * These tests guarantee for Google's calendar: an event exists once, whatever request or answer is lost, refused, late
 * or repeated; and every failure says whether a retry makes sense, and when.
 */

let google: GoogleStandIn;
beforeEach(async () => {
  google = await startGoogleStandIn();
});
afterEach(() => google.close());

const open = ({ meet = false } = {}) =>
  googleCalendar(
    { calendarId: 'comunidad@group.calendar.google.com', account: google.account, actAs: null, meet },
    google.reach,
  );

const event = {
  id: 'sumi0123456789abcdef',
  title: 'Conversación en inglés',
  description: 'Hablamos de la semana.',
  startsAt: new Date('2026-12-01T23:00:00.000Z'),
  endsAt: new Date('2026-12-02T00:00:00.000Z'),
  zone: 'America/Bogota',
};

async function failureOf(promise: Promise<unknown>): Promise<CalendarError> {
  const error = await promise.then(
    () => new Error('it did not fail'),
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(CalendarError);
  return error as CalendarError;
}

const confirmed = () => [...google.events.values()].filter(({ status }) => status === 'confirmed');

describe('the Google calendar, over an unreliable network,', () => {
  it('has one event after a put whose answer was lost is retried', async () => {
    google.faults = [null, 'cut'];
    expect((await failureOf(open().put(event))).temporary).toBe(true);
    expect(confirmed()).toHaveLength(1);
    await open().put(event);
    expect(confirmed()).toHaveLength(1);
  });

  it('has one event when a proxy repeats the request', async () => {
    google.faults = [null, 'repeat'];
    await open().put(event);
    google.faults = ['repeat'];
    await open().put({ ...event, title: 'Otro título' });
    expect(confirmed()).toMatchObject([{ summary: 'Otro título' }]);
    google.faults = ['repeat'];
    await open().remove(event.id);
    expect(confirmed()).toEqual([]);
  });

  it('removes an event when a removal whose answer was lost is retried', async () => {
    const calendar = open();
    await calendar.put(event);
    google.faults = ['cut'];
    expect((await failureOf(calendar.remove(event.id))).temporary).toBe(true);
    await calendar.remove(event.id);
    expect(confirmed()).toEqual([]);
  });

  it('fails when no answer comes within seven seconds', async () => {
    google.fault = 'stall';
    const began = Date.now();
    expect((await failureOf(open().put(event))).temporary).toBe(true);
    expect(Date.now() - began).toBeLessThan(25_000);
  });
});

describe('a failure of the Google calendar', () => {
  it.each<[string, Fault, { temporary: boolean; retryAfterMs: number | null }]>([
    ['a fault of Google’s', { status: 500 }, { temporary: true, retryAfterMs: null }],
    ['an overloaded Google', { status: 503, retryAfter: '30' }, { temporary: true, retryAfterMs: 30_000 }],
    ['too many requests', { status: 429, retryAfter: '7' }, { temporary: true, retryAfterMs: 7000 }],
    ['a rate limit', { status: 403, reason: 'rateLimitExceeded' }, { temporary: true, retryAfterMs: null }],
    [
      'a limit of one user',
      { status: 403, reason: 'userRateLimitExceeded' },
      { temporary: true, retryAfterMs: null },
    ],
    [
      'a calendar not shared with us',
      { status: 403, reason: 'forbidden' },
      { temporary: false, retryAfterMs: null },
    ],
    [
      'a request it does not understand',
      { status: 400, reason: 'invalid' },
      { temporary: false, retryAfterMs: null },
    ],
  ])('says whether to retry: %s', async (_, fault, says) => {
    google.fault = fault;
    const calls = [
      () => open().put(event),
      () => open().remove(event.id),
      () => open().list({ from: event.startsAt, to: event.endsAt }),
    ];
    for (const call of calls) {
      expect(await failureOf(call())).toMatchObject(says);
    }
    expect(google.events.size).toBe(0);
  });

  it('comes after one request: the caller does the retries', async () => {
    google.fault = { status: 503 };
    await failureOf(open().put(event));
    expect(google.asked.filter((line) => !line.endsWith('/token'))).toHaveLength(1);
  });

  it('is permanent when the service account is refused, and quotes no key', async () => {
    google.refuseTokens = true;
    const failure = await failureOf(open().put(event));
    expect(failure.temporary).toBe(false);
    expect(JSON.stringify([failure.message, String(failure.cause)])).not.toMatch(/PRIVATE|assertion/i);
  });

  it('is temporary when the connection is refused', async () => {
    const calendar = open();
    await google.close();
    expect(await failureOf(calendar.put(event))).toMatchObject({ temporary: true });
    google = await startGoogleStandIn();
  });
});

it('the Google calendar requests one token and reuses it', async () => {
  const calendar = open();
  await calendar.put(event);
  await calendar.remove(event.id);
  expect(google.asked.filter((line) => line === 'POST /token')).toHaveLength(1);
});

describe('Google Meet', () => {
  it('creates one meeting for each event, whose address stays', async () => {
    const calendar = open({ meet: true });
    const first = await calendar.put(event);
    expect(first).toEqual({ meetLink: `https://meet.google.com/${event.id}`, meetLinkToCome: false });
    expect(await calendar.put({ ...event, title: 'Otro título' })).toEqual(first);
  });

  it('returns the address of a slowly created meeting when the event is put again', async () => {
    google.slowMeetings = true;
    const calendar = open({ meet: true });
    expect(await calendar.put(event)).toEqual({ meetLink: null, meetLinkToCome: true });
    expect(await calendar.put(event)).toMatchObject({ meetLinkToCome: false, meetLink: expect.any(String) });
  });

  it('creates no meeting unless the settings ask for it', async () => {
    expect(await open().put(event)).toEqual({ meetLink: null, meetLinkToCome: false });
    expect(google.events.get(event.id)).not.toHaveProperty('conferenceData');
  });
});

it('the Google calendar lists all-day events, zones, organisers and meetings', async () => {
  const times = {
    start: { dateTime: '2026-12-01T18:00:00-05:00' },
    end: { dateTime: '2026-12-01T19:00:00-05:00' },
  };
  const stored = [
    { summary: 'Día de la bandera', start: { date: '2026-12-01' }, end: { date: '2026-12-02' } },
    {
      ...times,
      summary: ' Con HTML ',
      description: '<p>Uno &amp; <b>dos</b></p>tres<br>cuatro',
      location: 'https://meet.jit.si/sala',
      creator: { email: 'Ines@Example.org' },
    },
    {
      ...times,
      start: { ...times.start, timeZone: 'Mars/Olympus' },
      hangoutLink: 'https://meet.google.com/abc',
      location: 'Calle 5',
    },
  ];
  stored.forEach((event, position) => {
    google.events.set(`e${position}`, { id: `e${position}`, status: 'confirmed', ...event });
  });
  const { events } = await open().list({ from: new Date('2026-11-30'), to: new Date('2026-12-05') });
  expect(events).toEqual([
    { id: 'e0', title: 'Día de la bandera', unreadable: 'all-day' },
    expect.objectContaining({
      title: 'Con HTML',
      description: 'Uno & dos\ntres\ncuatro',
      zone: 'America/Bogota',
      startsAt: new Date('2026-12-01T23:00:00Z'),
      meetLink: 'https://meet.jit.si/sala',
      organisers: ['ines@example.org'],
    }),
    expect.objectContaining({ zone: null, meetLink: 'https://meet.google.com/abc' }),
  ]);
});

it('the Google calendar lists an invitation of another organiser by its title alone until it is accepted', async () => {
  const invitation = (id: string, more: object) =>
    google.events.set(id, {
      ...{ id, status: 'confirmed', summary: 'Club gratis', location: 'https://evil.example/join' },
      start: { dateTime: '2026-12-01T18:00:00-05:00' },
      end: { dateTime: '2026-12-01T19:00:00-05:00' },
      organizer: { email: 'stranger@evil.example' },
      ...more,
    });
  const guest = { email: 'a@evil.example', responseStatus: 'accepted' };
  const answered = (responseStatus: string) => ({ attendees: [guest, { self: true, responseStatus }] });
  invitation('unanswered', answered('needsAction'));
  invitation('declined', answered('declined'));
  invitation('accepted', answered('accepted'));
  invitation('tentative', answered('tentative'));
  invitation('own', { organizer: { self: true }, ...answered('needsAction') });
  invitation('without-guests', {});
  const { events } = await open().list({ from: new Date('2026-11-30'), to: new Date('2026-12-05') });
  const unreadable = { title: 'Club gratis', unreadable: 'not-accepted' };
  const skipped = events.filter((event) => 'unreadable' in event);
  expect(skipped.sort((a, b) => a.id.localeCompare(b.id))).toEqual([
    { id: 'declined', ...unreadable },
    { id: 'unanswered', ...unreadable },
  ]);
  const taken = events.filter((event) => 'startsAt' in event).map(({ id }) => id);
  expect(taken.sort()).toEqual(['accepted', 'own', 'tentative', 'without-guests']);
});

it('the Google calendar asks for no events that Google made of letters', async () => {
  const asked: URL[] = [];
  const reach: typeof fetch = (input, init) => {
    asked.push(new URL(input instanceof Request ? input.url : input));
    return google.reach(input, init);
  };
  const calendar = googleCalendar(
    { calendarId: 'c', account: google.account, actAs: null, meet: false },
    reach,
  );
  await calendar.list({ from: new Date('2026-11-30'), to: new Date('2026-12-05') });
  expect(asked.at(-1)?.searchParams.getAll('eventTypes')).toEqual(['default']);
});

it('readRetryAfter reads seconds and dates', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  expect(readRetryAfter('120', now)).toBe(120_000);
  expect(readRetryAfter('Fri, 20 Nov 2026 10:01:00 GMT', now)).toBe(60_000);
  expect(readRetryAfter('Fri, 20 Nov 2026 09:00:00 GMT', now)).toBe(0);
  expect(readRetryAfter('soon', now)).toBeNull();
  expect(readRetryAfter(null, now)).toBeNull();
});

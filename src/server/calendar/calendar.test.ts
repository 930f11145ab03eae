import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../../testing/stand-ins/google-calendar.ts';
import { builtInCalendar } from './built-in-calendar.ts';
import type { Calendar, EventPage, Window } from './calendar.ts';
import { googleCalendar } from './google-calendar.ts';

/* The contract of a calendar, tested on the built-in one and on Google's, which is reached with Google's client. */

let community: Community;
let google: GoogleStandIn;
beforeAll(async () => {
  community = await newCommunity();
  google = await startGoogleStandIn();
});
afterAll(async () => {
  await google.close();
  await community.close();
});
beforeEach(async () => {
  google.events.clear();
  await community.db.deleteFrom('calendarEvents').execute();
});

const kinds: [string, () => Calendar][] = [
  ['the built-in calendar', () => builtInCalendar(community.db)],
  ['Google’s calendar', () => googleCalendar(settings(), google.reach)],
];

const settings = () => ({
  calendarId: 'comunidad@group.calendar.google.com',
  account: google.account,
  actAs: null,
  meet: false,
});

const event = {
  id: 'sumi0123456789abcdef',
  title: 'Conversación; en inglés, «básico» 🎉',
  description: 'Hablamos de la semana.\nTrae un tema.',
  startsAt: new Date('2026-12-01T23:00:00.000Z'),
  endsAt: new Date('2026-12-02T00:00:00.000Z'),
  zone: 'America/Bogota',
};
const window: Window = { from: new Date('2026-12-01T00:00:00Z'), to: new Date('2026-12-08T00:00:00Z') };

async function listAll(calendar: Calendar, asked: Window = window): Promise<EventPage['events']> {
  const { events, nextPage } = await calendar.list(asked);
  return nextPage ? [...events, ...(await listAll(calendar, { ...asked, page: nextPage }))] : events;
}

describe.each(kinds)('%s', (_, make) => {
  it('lists an event as it was put', async () => {
    const calendar = make();
    expect(await calendar.put(event)).toEqual({ meetLink: null, meetLinkToCome: false });
    expect(await listAll(calendar)).toMatchObject([{ ...event, readOnly: false, meetLink: null }]);
  });

  it('keeps one event, in its last version, when the event is put several times', async () => {
    const calendar = make();
    await calendar.put(event);
    await calendar.put(event);
    const moved = {
      ...event,
      title: 'Movida',
      startsAt: new Date('2026-12-03T10:00:00.000Z'),
      endsAt: new Date('2026-12-03T10:45:00.000Z'),
      zone: 'Europe/Madrid',
    };
    await calendar.put(moved);
    expect(await listAll(calendar)).toMatchObject([moved]);
  });

  it('keeps one event when the event is put eight times concurrently', async () => {
    const calendar = make();
    await Promise.all(Array.from({ length: 8 }, () => calendar.put(event)));
    expect(await listAll(calendar)).toHaveLength(1);
  });

  it('removes an event and accepts the removal of one that does not exist', async () => {
    const calendar = make();
    await calendar.put(event);
    await calendar.remove(event.id);
    await calendar.remove(event.id);
    await calendar.remove('sumi00000');
    expect(await listAll(calendar)).toEqual([]);
  });

  it('restores a removed event when it is put again', async () => {
    const calendar = make();
    await calendar.put(event);
    await calendar.remove(event.id);
    await calendar.put({ ...event, title: 'Otra vez' });
    expect(await listAll(calendar)).toMatchObject([{ id: event.id, title: 'Otra vez' }]);
  });

  it('lists the events that overlap the window in pages, ordered by start', async () => {
    const calendar = make();
    const hours = Array.from({ length: 270 }, (_, hour) => hour);
    google.pageSize = 100;
    const at = (hour: number) => new Date(window.from.getTime() + (hour - 50) * 3600_000);
    for (const hour of hours) {
      const id = `sumi${String(hour).padStart(6, '0')}`;
      await calendar.put({ ...event, id, startsAt: at(hour), endsAt: at(hour + 1) });
    }
    const listed = await listAll(calendar);
    google.pageSize = 250;
    // The first ends after the window begins, the last begins before the window ends.
    expect(listed.map(({ id }) => id)).toEqual(
      hours.filter((hour) => hour >= 50 && hour < 218).map((hour) => `sumi${String(hour).padStart(6, '0')}`),
    );
  });

  it('lists every event of one instant when there are more than fit on a page', async () => {
    const calendar = make();
    for (let copy = 0; copy < 260; copy++) {
      await calendar.put({ ...event, id: `sumi${String(copy).padStart(6, '0')}` });
    }
    expect(new Set((await listAll(calendar)).map(({ id }) => id)).size).toBe(260);
  });
});

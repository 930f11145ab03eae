import { describe, expect, it } from 'vitest';
import { jitsiRooms } from '#server/meeting-rooms/meeting-rooms.ts';
import { eventIdOf } from '../../../testing/class-scene.ts';
import { form, googleCalendarScene } from '../../../testing/google-calendar-scene.ts';

/*
 * What these tests guarantee: after any outage the calendar has one event for each coming class, in its present state,
 * and none for a class that was cancelled or deleted. `sync-races.test.ts` covers killed and concurrent processes.
 */

const t = googleCalendarScene();

describe('a class', () => {
  it('is written to the calendar under an id derived from its own', async () => {
    const id = await t.schedule();
    expect((await t.managed(id))?.calendar).toBe('syncing');
    await t.sync();
    expect(t.shown()).toMatchObject([
      {
        id: eventIdOf(id),
        summary: form.title,
        description: form.description,
        start: { dateTime: '2026-12-01T23:00:00.000Z', timeZone: 'America/Bogota' },
        end: { dateTime: '2026-12-02T00:00:00.000Z' },
      },
    ]);
    expect((await t.managed(id))?.calendar).toBe('synced');
  });

  it('that moves is changed in the calendar, once', async () => {
    const id = await t.schedule();
    await t.sync();
    await t.edit(id, { time: '19:30', title: 'Otra' });
    await t.sync();
    expect(t.shown()).toMatchObject([{ summary: 'Otra', start: { dateTime: '2026-12-02T00:30:00.000Z' } }]);
    const soFar = t.writes().length;
    await t.sync();
    expect(t.writes()).toHaveLength(soFar);
  });

  it('that is cancelled or deleted is removed from the calendar', async () => {
    const [cancelled, deleted] = [await t.schedule(), await t.schedule()];
    await t.sync();
    expect(t.shown()).toHaveLength(2);
    await t.cancel(cancelled);
    expect((await t.remove(deleted)).status).toBe(200);
    await t.sync();
    expect(t.shown()).toEqual([]);
    expect(await t.waiting()).toEqual([]);
  });

  it('that was inserted by SQL is written too when it is still to come', async () => {
    const values = { title: 'Sembrada', description: 'x', createdBy: t.teacher.id };
    await t.community.db
      .insertInto('classes')
      .values([
        { ...values, startsAt: new Date(t.now().getTime() + 60_000) },
        { ...values, startsAt: new Date(t.now().getTime() - 60_000) },
      ])
      .execute();
    await t.sync();
    expect(t.shown()).toHaveLength(1);
  });

  it('is written to another calendar once that is connected', async () => {
    const id = await t.schedule();
    await t.sync();
    t.google.events.clear();
    const { calendar } = t.outsideOf();
    await t.sync(t.outsideOf({ calendar: { ...calendar, name: 'otro' } }));
    expect(t.shown()).toMatchObject([{ id: eventIdOf(id) }]);
    await t.sync(t.outsideOf({ calendar: { ...calendar, name: 'otro' } }));
    expect(t.writes().filter((line) => line.startsWith('POST'))).toHaveLength(2);
  });
});

describe('the meeting link of a class', () => {
  it('is Google’s when its organiser typed none', async () => {
    const [open, typed] = [
      await t.schedule(),
      await t.schedule({ meetLink: 'https://meet.example.org/mi-sala' }),
    ];
    await t.sync(t.outsideOf({ meet: true }));
    expect((await t.rowOf(open)).meetLink).toBe(`https://meet.google.com/${eventIdOf(open)}`);
    expect((await t.rowOf(typed)).meetLink).toBe('https://meet.example.org/mi-sala');
  });

  it('is kept once Google has made it; until then the class counts as syncing', async () => {
    t.google.slowMeetings = true;
    const id = await t.schedule();
    await t.sync(t.outsideOf({ meet: true }));
    expect(await t.rowOf(id)).toMatchObject({ meetLink: null });
    expect((await t.managed(id))?.calendar).toBe('syncing');
    t.later(20_000);
    await t.sync(t.outsideOf({ meet: true }));
    expect((await t.rowOf(id)).meetLink).toMatch(/^https:\/\/meet\.google\.com\//);
    expect((await t.managed(id))?.calendar).toBe('synced');
  });

  it('is another room of the Jitsi server once a class was handed over without its link', async () => {
    const rooms = jitsiRooms('https://meet.example.org', 'a secret of this test');
    const id = await t.schedule();
    await t.sync(t.outsideOf({ rooms }));
    const { meetLink: before } = await t.rowOf(id);
    expect(before).toBe(rooms.roomFor(id));
    await t.community.db
      .updateTable('classes')
      .set({ meetLink: null, oneOffLink: false, handedOverAt: t.now() })
      .where('id', '=', id)
      .execute();
    await t.edit(id, { title: 'Otra' });
    await t.sync(t.outsideOf({ rooms }));
    const { meetLink: after } = await t.rowOf(id);
    expect(after).toMatch(/^https:\/\/meet\.example\.org\/room-/);
    expect(after).not.toBe(before);
  });

  it('is a room of the Jitsi server, also for classes older than that setting', async () => {
    const id = await t.schedule();
    await t.sync();
    expect((await t.rowOf(id)).meetLink).toBeNull();
    await t.sync(
      t.outsideOf({ rooms: jitsiRooms('https://meet.example.org', 'a secret of thirty-two characters') }),
    );
    expect((await t.rowOf(id)).meetLink).toMatch(/^https:\/\/meet\.example\.org\/room-[0-9a-f]{32}$/);
    expect(t.shown()).toHaveLength(1);
  });
});

describe('a calendar that fails', () => {
  it('is retried after 10 seconds, then after twice as long each time, 15 minutes at most', async () => {
    const id = await t.schedule();
    t.google.fault = { status: 500 };
    for (const [before, seconds] of [10, 20, 40, 80, 160, 320, 640, 900, 900].entries()) {
      await t.sync();
      const [{ dueAt, attempts } = { dueAt: new Date(0), attempts: 0 }] = await t.waiting(id);
      expect(attempts).toBe(before + 1);
      const wait = (dueAt.getTime() - t.now().getTime()) / 1000;
      expect(wait).toBeGreaterThanOrEqual(seconds / 2);
      expect(wait).toBeLessThanOrEqual(seconds);
      t.later(wait * 1000);
    }
  });

  it('shows the class as failed after the fourth attempt, with the error, and is retried', async () => {
    const id = await t.schedule();
    t.google.fault = { status: 500 };
    for (let attempt = 1; attempt <= 4; attempt++) {
      await t.sync();
      expect((await t.managed(id))?.calendar, String(attempt)).toBe(attempt < 4 ? 'syncing' : 'failed');
      t.later(15 * 60_000);
    }
    expect((await t.waiting(id))[0]?.lastError).toContain('500');
    t.google.fault = null;
    await t.sync();
    expect((await t.managed(id))?.calendar).toBe('synced');
    expect(t.shown()).toHaveLength(1);
  });

  it('for good shows the class as failed at once, and is retried after 15 minutes', async () => {
    const id = await t.schedule();
    t.google.fault = { status: 403, reason: 'forbidden' };
    await t.sync();
    expect((await t.managed(id))?.calendar).toBe('failed');
    t.google.fault = null;
    t.later(15 * 60_000);
    await t.sync();
    expect((await t.managed(id))?.calendar).toBe('synced');
  });

  it('with Retry-After gets no request of any kind until then', async () => {
    const [one, other] = [await t.schedule(), await t.schedule()];
    t.google.faults = [{ status: 429, retryAfter: '600' }];
    await t.sync();
    expect(t.writes()).toHaveLength(1);
    t.later(599_000);
    await t.sync();
    expect(t.writes()).toHaveLength(1);
    t.later(1000);
    await t.sync();
    expect(
      t
        .shown()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([one, other].map(eventIdOf).sort());
  });

  it('three times in a row gets no more requests in that run', async () => {
    for (let count = 0; count < 6; count++) await t.schedule();
    t.google.fault = { status: 503 };
    await t.sync();
    expect(t.writes()).toHaveLength(3);
  });

  it('for half an hour loses no class and doubles none', async () => {
    const ids = [await t.schedule(), await t.schedule(), await t.schedule()];
    await t.sync();
    expect(t.shown()).toHaveLength(3);
    const kinds = [
      { status: 500 },
      { status: 503 },
      { status: 403, reason: 'rateLimitExceeded' },
      'cut',
    ] as const;
    const began = t.now().getTime();
    let minute = 0;
    while (t.now().getTime() < began + 30 * 60_000) {
      t.google.fault = kinds[minute % kinds.length] ?? null;
      if (minute === 2) ids.push(await t.schedule());
      if (minute === 5) await t.remove(ids[0] ?? '');
      if (minute === 7) {
        await t.edit(ids[1] ?? '', { title: 'Cambiada' });
      }
      if (minute === 9) {
        await t.cancel(ids[2] ?? '');
      }
      await t.sync();
      t.later(60_000);
      minute++;
    }
    t.google.fault = null;
    t.later(15 * 60_000);
    await t.sync();
    expect(
      t
        .shown()
        .map(({ id, summary }) => [id, summary])
        .sort(),
    ).toEqual(
      [
        [eventIdOf(ids[1] ?? ''), 'Cambiada'],
        [eventIdOf(ids[3] ?? ''), form.title],
      ].sort(),
    );
    expect(await t.waiting()).toEqual([]);
  });
});

it('a teacher retries one class at once, an administrator every waiting write', async () => {
  const id = await t.schedule();
  t.google.fault = { status: 403, reason: 'forbidden' };
  await t.sync();
  t.google.fault = null;
  await t.sync();
  expect((await t.managed(id))?.calendar).toBe('failed');
  const status = await (await t.community.request(t.admin, 'GET', '/api/calendar/status')).json();
  expect(status).toMatchObject({
    waiting: 1,
    failed: 1,
    classes: [{ id, attempts: 4, error: expect.stringContaining('403') }],
  });
  expect((await t.community.request(t.teacher, 'POST', `/api/calendar/classes/${id}/sync`, {})).status).toBe(
    200,
  );
  await t.sync();
  expect((await t.managed(id))?.calendar).toBe('synced');

  const others = [await t.schedule(), await t.schedule()];
  t.google.fault = { status: 403, reason: 'forbidden' };
  await t.sync();
  t.google.fault = null;
  expect(await (await t.community.request(t.admin, 'POST', '/api/calendar/retry', {})).json()).toEqual({
    tried: 2,
  });
  await t.sync();
  for (const other of others) expect((await t.managed(other))?.calendar).toBe('synced');
});

it('a write to the calendar invalidates the pages of its organisers and of no other person', async () => {
  await t.schedule();
  await t.community.db.deleteFrom('events').execute();
  await t.sync();
  const events = await t.community.db
    .selectFrom('events')
    .select(['kind', 'audience'])
    // The others tell server processes which kept pages are out of date.
    .where('kind', 'like', '%.changed')
    .execute();
  expect(events.map(({ kind }) => kind).sort()).toEqual([
    'calendar.changed',
    'classes.changed',
    'classes.changed',
  ]);
  expect(
    events.every(({ audience }) => audience?.every((id) => [t.teacher.id, t.admin.id].includes(id))),
  ).toBe(true);
});

import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/time/calendar-days.ts';
import { calendarDay, mexicoCity } from '#shared/time/zones.ts';
import { eventImportScene } from '../../../testing/google-calendar-scene.ts';
import type { Imported } from '../contract.ts';

/*
 * What these tests guarantee: a class follows its event, keeps what an organiser changed in Sumi, and stays where its
 * event is deleted.
 */

const t = eventImportScene();
const { write, sync, classes, syncWithCalendar } = t;
const reasons = ({ skippedBecause }: Imported) => skippedBecause.map(({ reason }) => reason);

describe('an event that changes', () => {
  it('moves its class, and the enrolled students are told', async () => {
    const eventId = write();
    await sync(t.admin);
    const [{ id = '' } = {}] = await classes();
    await t.community.request(t.student, 'POST', `/api/classes/${id}/enrolment`);
    write({
      id: eventId,
      summary: 'Club movido',
      start: { dateTime: '2026-11-23T20:00:00-05:00', timeZone: 'America/Bogota' },
      end: { dateTime: '2026-11-23T20:45:00-05:00', timeZone: 'America/Bogota' },
    });
    expect(await sync(t.admin)).toMatchObject({
      imported: 0,
      updated: 1,
      changed: [{ title: 'Club movido', outcome: 'updated' }],
      skipped: 0,
    });
    expect(await classes()).toMatchObject([
      {
        id,
        title: 'Club movido',
        startsAt: new Date('2026-11-24T01:00:00Z'),
        durationMinutes: 45,
        zone: 'America/Bogota',
      },
    ]);
    const notices = await t.community.db
      .selectFrom('notifications')
      .select('kind')
      .where('userId', '=', t.student.id)
      .execute();
    expect(notices).toEqual([{ kind: 'classes.moved' }]);
    await syncWithCalendar();
    expect(await sync(t.admin)).toMatchObject({ imported: 0, updated: 0, skipped: 1 });
  });

  it('with its series moves its class, which is written to the event of the new hour', async () => {
    const former = write({ id: 'club_20261122T000000Z', recurringEventId: 'club' });
    await sync(t.admin);
    const [{ id = '' } = {}] = await classes();
    t.google.events.delete(former);
    const eventId = write({
      id: 'club_R20261121_20261122T010000Z',
      recurringEventId: 'club_R20261121',
      start: { dateTime: '2026-11-21T19:00:00-06:00', timeZone: 'America/Mexico_City' },
      end: { dateTime: '2026-11-21T20:30:00-06:00', timeZone: 'America/Mexico_City' },
    });
    expect(await sync(t.admin)).toMatchObject({ imported: 0, updated: 1, vanished: [] });
    expect(await classes()).toMatchObject([
      { id, startsAt: new Date('2026-11-22T01:00:00Z'), calendarEventId: eventId },
    ]);
    await syncWithCalendar();
    expect([...t.google.events.keys()]).toEqual([eventId]);
  });

  /** Writes a repetition of the club on a day, from 18:00; answers its id. */
  const repeat = (day: string) =>
    write({
      id: `club_${day.replaceAll('-', '')}`,
      recurringEventId: 'club',
      start: { dateTime: `${day}T18:00:00-06:00`, timeZone: 'America/Mexico_City' },
      end: { dateTime: `${day}T19:00:00-06:00`, timeZone: 'America/Mexico_City' },
    });
  /** The first day on which each class is, with its id. */
  const daysOf = async () =>
    new Map(
      (await classes()).map(({ id, startsAt }) => [id, calendarDay(startsAt.toISOString(), mexicoCity)]),
    );

  it('with its series to another day of the week moves the class of each week, and its students are told once a class', async () => {
    const former = ['2026-11-24', '2026-12-01'].map(repeat);
    await sync(t.admin);
    const before = await daysOf();
    const [first = ''] = before.keys();
    const student = await t.community.person();
    await t.community.request(student, 'POST', `/api/classes/${first}/enrolment`);
    for (const id of former) t.google.events.delete(id);
    for (const day of ['2026-11-25', '2026-12-02']) repeat(day);
    expect(await sync(t.admin)).toMatchObject({ imported: 0, updated: 2, vanished: [] });
    const after = await daysOf();
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    for (const [id, day] of before) expect(after.get(id)).toBe(addDays(day, 1));
    const notices = await t.community.db
      .selectFrom('notifications')
      .select('kind')
      .where('userId', '=', student.id)
      .execute();
    expect(notices).toEqual([{ kind: 'classes.moved' }]);
    expect(await sync(t.admin)).toMatchObject({ imported: 0, updated: 0, vanished: [] });
  });

  it('with two days of its series to the days after them keeps the two classes of a week apart', async () => {
    const former = ['2026-11-23', '2026-11-25'].map(repeat);
    await sync(t.admin);
    const before = await daysOf();
    for (const id of former) t.google.events.delete(id);
    for (const day of ['2026-11-24', '2026-11-26']) repeat(day);
    expect(await sync(t.admin)).toMatchObject({ imported: 0, updated: 2, vanished: [] });
    const after = await daysOf();
    for (const [id, day] of before) expect(after.get(id)).toBe(addDays(day, 1));
  });

  it('by losing one repetition leaves that class, also where a day of the week was added to its series', async () => {
    const [deleted = ''] = ['2026-11-24', '2026-12-01'].map(repeat);
    await sync(t.admin);
    const before = await daysOf();
    t.google.events.delete(deleted);
    for (const day of ['2026-11-25', '2026-12-02']) repeat(day);
    expect(await sync(t.admin)).toMatchObject({
      imported: 2,
      updated: 0,
      vanished: [{ startsAt: '2026-11-25T00:00:00.000Z' }],
    });
    const after = await daysOf();
    for (const [id, day] of before) expect(after.get(id)).toBe(day);
  });

  it('with its series into another week becomes another class', async () => {
    const former = repeat('2026-11-29');
    await sync(t.admin);
    t.google.events.delete(former);
    repeat('2026-11-30');
    const synced = await sync(t.admin);
    expect(synced).toMatchObject({ imported: 1, updated: 0 });
    expect(synced.vanished).toHaveLength(1);
  });

  it('does not undo what an administrator changed in Sumi', async () => {
    write();
    await sync(t.admin);
    const [{ id = '', version = 0 } = {}] = await classes();
    await t.community.request(t.admin, 'PATCH', `/api/classes/${id}`, { version, title: 'Mejor título' });
    expect(await sync(t.admin)).toMatchObject({ updated: 0, skipped: 1 });
    expect(await classes()).toMatchObject([{ title: 'Mejor título' }]);
    await syncWithCalendar();
    expect(await sync(t.admin)).toMatchObject({ updated: 0, skipped: 1 });
    expect(await classes()).toMatchObject([{ title: 'Mejor título', version: version + 1 }]);
    expect([...t.google.events.values()]).toMatchObject([{ summary: 'Mejor título' }]);
  });

  it('changes of its class only what changed in the event itself', async () => {
    const eventId = write();
    await sync(t.admin);
    const [{ id = '', version = 0 } = {}] = await classes();
    await t.community.request(t.admin, 'PATCH', `/api/classes/${id}`, { version, time: '20:00' });
    write({ id: eventId, summary: 'Club de lecturas' });
    expect(await sync(t.admin)).toMatchObject({ updated: 1 });
    expect(await classes()).toMatchObject([
      { title: 'Club de lecturas', startsAt: new Date('2026-11-22T02:00:00Z') },
    ]);
  });

  it('because Sumi wrote it leaves the description of its class as an organiser typed it', async () => {
    const description = 'Trae <tu libro> & <b>sonríe</b>: 1 < 2 &amp; 3';
    write();
    await sync(t.admin);
    const [{ id = '', version = 0 } = {}] = await classes();
    await t.community.request(t.admin, 'PATCH', `/api/classes/${id}`, { version, description });
    await syncWithCalendar();
    expect(await sync(t.admin)).toMatchObject({ updated: 0, skipped: 1 });
    expect(await classes()).toMatchObject([{ description, version: version + 1 }]);
  });

  it('does not change a class that was cancelled', async () => {
    const eventId = write();
    await sync(t.admin);
    const [{ id = '' } = {}] = await classes();
    await t.community.request(t.admin, 'POST', `/api/classes/${id}/cancellation`, { reason: 'Lluvia' });
    write({ id: eventId, summary: 'Otro título' });
    const synced = await sync(t.admin);
    expect(reasons(synced)).toEqual(['unusable']);
    expect(await classes()).toMatchObject([{ title: 'Club de lectura', status: 'cancelled' }]);
  });

  it('by being deleted leaves its class, and the answer reports that', async () => {
    const eventId = write();
    await sync(t.admin);
    t.google.events.delete(eventId);
    const [{ id = '' } = {}] = await classes();
    const { vanished } = await sync(t.admin);
    expect(vanished).toEqual([
      { classId: id, title: 'Club de lectura', startsAt: '2026-11-22T00:00:00.000Z' },
    ]);
    expect(await classes()).toMatchObject([{ status: 'scheduled' }]);
  });

  it('to the second of two equal local times keeps that instant', async () => {
    const eventId = write();
    await sync(t.admin);
    // New York shows 01:30 twice on 1 November 2026: move it there from a later day, a year on.
    t.community.setNow(new Date('2027-10-20T10:00:00Z'));
    write({
      id: eventId,
      start: { dateTime: '2027-11-07T01:30:00-05:00', timeZone: 'America/New_York' },
      end: { dateTime: '2027-11-07T02:30:00-05:00', timeZone: 'America/New_York' },
    });
    await t.community.db
      .updateTable('classes')
      .set({ startsAt: new Date('2027-10-25T10:00:00Z') })
      .execute();
    expect(await sync(t.admin)).toMatchObject({ updated: 1 });
    expect(await classes()).toMatchObject([{ startsAt: new Date('2027-11-07T06:30:00Z'), zone: 'UTC' }]);
  });
});

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { calendarWork } from '#features/classes/timetable/want-calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { claimDue } from '#server/jobs/claim-due.ts';
import { eventIdOf } from '../../../testing/class-scene.ts';
import { googleCalendarScene } from '../../../testing/google-calendar-scene.ts';
import { raceAfterReading } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import type { CalendarServices } from './sync-with-calendar.ts';

/*
 * What these tests guarantee: the calendar ends with one event for each class, in the class's present state. That holds
 * when a class changes during a write, when a process is killed between two steps, and with many processes.
 */

const t = googleCalendarScene();

describe('a process that is killed', () => {
  it('after making the event and before recording it leaves one event', async () => {
    const id = await t.schedule();
    await t.syncAndDie('put', (calendar, event) => calendar.put(event));
    expect(t.shown()).toHaveLength(1);
    await t.sync();
    expect(await t.waiting(id)).toMatchObject([{ attempts: 1 }]);
    await t.endLeases();
    await t.sync();
    expect((await t.managed(id))?.calendar).toBe('synced');
    expect(t.shown()).toHaveLength(1);
  });

  it('after removing the event and before recording it leaves no event', async () => {
    const id = await t.schedule();
    await t.sync();
    await t.remove(id);
    await t.syncAndDie('remove', (calendar, eventId) => calendar.remove(eventId));
    await t.endLeases();
    await t.sync();
    expect(t.shown()).toEqual([]);
    expect(await t.waiting()).toEqual([]);
  });

  it('while its class is deleted leaves no event, because the removal waits for the lease to end', async () => {
    const id = await t.schedule();
    await t.syncAndDie('put', async (calendar, event) => {
      await t.remove(id);
      // Another process tries the removal before this one has made the event.
      await t.sync();
      await calendar.put(event);
    });
    expect(t.shown()).toHaveLength(1);
    await t.sync();
    expect(t.shown()).toHaveLength(1);
    await t.endLeases();
    await t.sync();
    expect(t.shown()).toEqual([]);
  });
});

describe('during a write to the calendar', () => {
  /** Runs `act` after the calendar has stored the event and before Sumi records that. */
  function meanwhile(act: () => Promise<unknown>): CalendarServices {
    const outside = t.outsideOf();
    let done = false;
    return {
      ...outside,
      calendar: {
        ...outside.calendar,
        async put(event) {
          const answer = await outside.calendar.put(event);
          if (!done) await act();
          done = true;
          return answer;
        },
      },
    };
  }

  it('a change of the class is written afterwards', async () => {
    const id = await t.schedule();
    await t.sync(meanwhile(() => t.edit(id, { title: 'Más nueva' })));
    expect(t.shown()).toMatchObject([{ summary: 'Más nueva' }]);
    expect((await t.managed(id))?.calendar).toBe('synced');
  });

  it('a deletion of the class is written afterwards', async () => {
    const id = await t.schedule();
    await t.sync(meanwhile(() => t.remove(id)));
    expect(t.shown()).toEqual([]);
    expect(await t.waiting()).toEqual([]);
  });

  it('a cancellation of the class is written afterwards', async () => {
    const id = await t.schedule();
    await t.sync(meanwhile(() => t.cancel(id)));
    expect(t.shown()).toEqual([]);
    expect(await t.waiting(id)).toEqual([]);
  });

  it('a change that follows a failed removal brings the event back', async () => {
    const id = await t.schedule();
    await t.sync();
    const removal = { action: 'delete', eventId: eventIdOf(id) };
    await t.community.request(t.teacher, 'POST', '/api/functions/calendar', removal);
    t.google.faults = [{ status: 500 }];
    await t.sync();
    t.later(1000);
    await t.edit(id, { title: 'Sigue en pie' });
    await t.sync();
    t.later(60_000);
    await t.sync();
    expect(t.shown()).toMatchObject([{ summary: 'Sigue en pie' }]);
    expect(await t.waiting()).toEqual([]);
  });

  it('no transaction is open', async () => {
    await t.schedule();
    let open = -1;
    await t.sync(
      meanwhile(async () => {
        const { rows } = await sql<{ open: number }>`select count(*) as open from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%'`.execute(t.community.db);
        open = rows[0]?.open ?? -1;
      }),
    );
    expect(open).toBe(0);
  });
});

describe('several processes at once', () => {
  it('write each class once', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => t.schedule()));
    t.google.delayMs = 20;
    await Promise.all(Array.from({ length: 4 }, () => t.sync()));
    expect(
      t
        .shown()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.map(eventIdOf).sort());
    // Two requests each: one asks whether the event exists, one makes it.
    expect(t.writes()).toHaveLength(24);
  });

  it('the control: claim each row of due work once, and the same row again without the row locks', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 8; count++) ids.push(await t.schedule());
    const subjects = ids.map(eventIdOf).sort();
    /** The rows that are claimed. No claim is committed before each has been made, or waits for another. */
    const takeAtOnce = async (given = (ctx: Ctx) => ctx) => {
      await t.endLeases();
      const take = (outer: Ctx) =>
        inTransaction(given(outer), async (ctx) => {
          const claim = await claimDue(ctx, calendarWork);
          await ctx.db.selectFrom('dueWork').select('subject').execute();
          return claim?.subject;
        });
      const attempts = ids.map(() => take);
      const taken = await raceAfterReading(await t.community.ctxFor(), 'dueWork', attempts);
      return taken.map((each) => (each.status === 'fulfilled' ? each.value : each.reason)).sort();
    };
    expect(await takeAtOnce()).toEqual(subjects);
    expect(await takeAtOnce(withoutRowLocks)).toEqual(subjects.map(() => subjects[0]));
  });
});

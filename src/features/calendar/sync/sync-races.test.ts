import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eventIdOf } from '#features/classes/rules.ts';
import { calendarWork } from '#features/classes/timetable/want-calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { claimDue } from '#server/jobs/claim-due.ts';
import { useGoogleCalendar } from '../../../testing/google-calendar-scene.ts';
import { withoutRowLocks } from '../../../testing/without-row-locks.ts';
import type { Outside } from './tell-calendar.ts';

/*
 * What these tests guarantee: whatever changes while the calendar is being told, wherever the process that tells it
 * ends and however many of them there are, each class stands there once, as it is.
 */

const t = useGoogleCalendar();

describe('a process that is killed', () => {
  it('after the event was made and before that was noted leaves one event', async () => {
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

  it('after the event was removed and before that was noted leaves none', async () => {
    const id = await t.schedule();
    await t.sync();
    await t.remove(id);
    await t.syncAndDie('remove', (calendar, eventId) => calendar.remove(eventId));
    await t.endLeases();
    await t.sync();
    expect(t.shown()).toEqual([]);
    expect(await t.waiting()).toEqual([]);
  });

  it('while its class is deleted leaves none either: the removal waits until it cannot be writing any more', async () => {
    const id = await t.schedule();
    await t.syncAndDie('put', async (calendar, event) => {
      await t.remove(id);
      // Another process is quick to remove what is not there yet.
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

describe('what changes while the calendar is being told', () => {
  /** Does something between the calendar's doing and our noting it. */
  function meanwhile(act: () => Promise<unknown>): Outside {
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

  it('is told as well: a class that moves', async () => {
    const id = await t.schedule();
    await t.sync(meanwhile(() => t.edit(id, { title: 'Más nueva' })));
    expect(t.shown()).toMatchObject([{ summary: 'Más nueva' }]);
    expect((await t.managed(id))?.calendar).toBe('synced');
  });

  it('is told as well: a class that is deleted', async () => {
    const id = await t.schedule();
    await t.sync(meanwhile(() => t.remove(id)));
    expect(t.shown()).toEqual([]);
    expect(await t.waiting()).toEqual([]);
  });

  it('is told as well: a class that is cancelled', async () => {
    const id = await t.schedule();
    await t.sync(meanwhile(() => t.cancel(id)));
    expect(t.shown()).toEqual([]);
    expect(await t.waiting(id)).toEqual([]);
  });

  it('outlives a removal that was wanted before it and comes through after it', async () => {
    const id = await t.schedule();
    await t.sync();
    const removal = { action: 'delete', eventId: eventIdOf(id) };
    await t.community.request(t.teacher, 'POST', '/api/functions/calendar', removal);
    t.google.troubles = [{ status: 500 }];
    await t.sync();
    t.later(1000);
    await t.edit(id, { title: 'Sigue en pie' });
    await t.sync();
    t.later(60_000);
    await t.sync();
    expect(t.shown()).toMatchObject([{ summary: 'Sigue en pie' }]);
    expect(await t.waiting()).toEqual([]);
  });

  it('no transaction is open while the calendar is asked', async () => {
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
  it('ask once about each class', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => t.schedule()));
    t.google.delayMs = 20;
    await Promise.all(Array.from({ length: 4 }, () => t.sync()));
    expect(
      t
        .shown()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.map(eventIdOf).sort());
    // Each is two requests: whether it is there, and making it.
    expect(t.writes()).toHaveLength(24);
  });

  it('take each thing once; without the lock and what it skips they take the same one', async () => {
    const ctx = await t.community.ctxFor();
    const takeAtOnce = async (from: Pick<Ctx, 'db' | 'now'>) => {
      await t.endLeases();
      const taken = await Promise.all(Array.from({ length: 8 }, () => claimDue(from, calendarWork)));
      return taken.flatMap((claim) => (claim ? [claim.subject] : []));
    };
    for (let count = 0; count < 8; count++) await t.schedule();
    for (let round = 0; round < 5; round++) expect(new Set(await takeAtOnce(ctx)).size).toBe(8);
    let twice = false;
    for (let round = 0; round < 100 && !twice; round++) {
      const taken = await takeAtOnce(withoutRowLocks(ctx));
      twice = new Set(taken).size < taken.length;
    }
    expect(twice).toBe(true);
  });
});

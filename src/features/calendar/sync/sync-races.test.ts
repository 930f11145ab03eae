import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { useGoogleCalendar } from '../../../testing/google-calendar-scene.ts';
import { withoutRowLocks } from '../../../testing/without-row-locks.ts';
import { eventIdOf, leaseMs } from '../rules.ts';
import type { World } from './sync-calendar.ts';
import { takeDue } from './take-due.ts';

/*
 * What these tests guarantee: whatever changes while the calendar is being told, wherever the process that tells it
 * ends and however many of them there are, each class stands there once, as it is.
 */

const t = useGoogleCalendar();

describe('a process that ends', () => {
  /** The calendar did it; then this process was no more. */
  const dying = (world: World, when: 'put' | 'remove'): World => ({
    ...world,
    calendar: {
      ...world.calendar,
      [when]: async (given: never) => {
        await world.calendar[when](given);
        throw new Error('kill -9');
      },
    },
  });

  it('after the event was made and before that was noted leaves one event', async () => {
    const id = await t.schedule();
    await expect(t.sync(dying(t.worldOf(), 'put'))).rejects.toThrow('kill -9');
    expect(t.shown()).toHaveLength(1);
    await t.sync();
    expect((await t.rowOf(id)).calendarWantedAt).not.toBeNull();
    t.later(leaseMs);
    await t.sync();
    expect((await t.managed(id))?.calendar).toBe('synced');
    expect(t.shown()).toHaveLength(1);
  });

  it('after the event was removed and before that was noted leaves none', async () => {
    const id = await t.schedule();
    await t.sync();
    await t.remove(id);
    await expect(t.sync(dying(t.worldOf(), 'remove'))).rejects.toThrow('kill -9');
    t.later(leaseMs);
    await t.sync();
    expect(t.shown()).toEqual([]);
    expect(await t.community.db.selectFrom('calendarRemovals').selectAll().execute()).toEqual([]);
  });

  it('while its class is deleted leaves none either: the removal waits until it cannot be writing any more', async () => {
    const id = await t.schedule();
    const world = t.worldOf();
    const slow: World = {
      ...world,
      calendar: {
        ...world.calendar,
        async put(event) {
          await t.remove(id);
          // Another process is quick to remove what is not there yet.
          await t.sync();
          await world.calendar.put(event);
          throw new Error('kill -9');
        },
      },
    };
    await expect(t.sync(slow)).rejects.toThrow('kill -9');
    expect(t.shown()).toHaveLength(1);
    t.later(leaseMs);
    await t.sync();
    expect(t.shown()).toEqual([]);
  });
});

describe('what changes while the calendar is being told', () => {
  /** Does something between the calendar's doing and our noting it. */
  function meanwhile(act: () => Promise<unknown>): World {
    const world = t.worldOf();
    let done = false;
    return {
      ...world,
      calendar: {
        ...world.calendar,
        async put(event) {
          const answer = await world.calendar.put(event);
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
    expect(await t.community.db.selectFrom('calendarRemovals').selectAll().execute()).toEqual([]);
  });

  it('is told as well: a class that is cancelled', async () => {
    const id = await t.schedule();
    await t.sync(meanwhile(() => t.cancel(id)));
    expect(t.shown()).toEqual([]);
    expect((await t.rowOf(id)).calendarWantedAt).toBeNull();
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
    expect(await t.community.db.selectFrom('calendarRemovals').selectAll().execute()).toEqual([]);
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
      await t.community.db.updateTable('classes').set({ calendarTakenUntil: null }).execute();
      const taken = await Promise.all(Array.from({ length: 8 }, () => takeDue(from)));
      return taken.flatMap((task) => (task ? [task.key] : []));
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

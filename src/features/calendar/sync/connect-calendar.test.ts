import { describe, expect, it } from 'vitest';
import { googleCalendarScene } from '../../../testing/google-calendar-scene.ts';
import { connectCalendar } from './connect-calendar.ts';

const t = googleCalendarScene();

describe('connectCalendar', () => {
  it('tells no process to drop its kept pages of classes while there is nothing new', async () => {
    const { community } = t;
    await t.schedule();
    await t.sync();
    const { db } = community;
    const stale = () =>
      db.selectFrom('events').select('id').where('kind', '=', 'classes.stale').orderBy('id').execute();
    const before = await stale();
    await connectCalendar(await community.ctxFor(), t.outsideOf());
    expect(await stale()).toEqual(before);
    expect(before).not.toEqual([]);
  });
});

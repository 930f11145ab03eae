import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { type ClassScene, classScene, insertClass, insertSeats } from '../../../testing/class-scene.ts';
import { raceAfterReading } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { sendClassMessage } from './send-class-message.ts';

let scene: ClassScene;
beforeAll(async () => {
  // Without the lock a class gets more messages than it may.
  scene = await classScene({
    poolSize: 20,
    untrueRows: 'no class got more than five messages within 24 hours',
  });
});
afterAll(() => scene.community.close());

/** Sends eight messages to a class at the same moment; answers how many it got. */
async function race(change: (ctx: Ctx) => Ctx): Promise<number> {
  const { community, teacher, student } = scene;
  const id = await insertClass(community.db, teacher);
  await insertSeats(community.db, id, student);
  const organiser = await community.ctxFor(teacher);
  const attempts = Array.from(
    { length: 8 },
    (_, nth) => (at: Ctx) => sendClassMessage(change(at), id, `Mensaje ${nth}`, undefined),
  );
  await raceAfterReading(organiser, 'classMessages', attempts);
  const sent = await community.db
    .selectFrom('classMessages')
    .where('classId', '=', id)
    .select('id')
    .execute();
  return sent.length;
}

describe('messages that are sent to a class at once', () => {
  it('are five at most', async () => {
    expect(await race((ctx) => ctx)).toBe(5);
  });

  it('the control: are more without the lock of the class', async () => {
    expect(await race(withoutRowLocks)).toBe(8);
  });
});

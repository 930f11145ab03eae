import { describe, expect, it } from 'vitest';
import { acts, drawActs } from './acts.ts';
import { Book } from './book.ts';
import type { Cast, Member } from './cast.ts';
import { Chance } from './chance.ts';
import { findLeaks, findUnansweredRequests } from './check.ts';
import { drawDeed } from './deeds.ts';
import { awaitAnswer } from './read-facts.ts';
import type { Server } from './start-server.ts';

const machineActs = ['lose the machine of the database', 'lose the machine of the standby'];
const everyAct = Object.keys(acts).filter((name) => !machineActs.includes(name));

describe('drawActs', () => {
  it('repeats the acts of a seed, and has others for another', () => {
    const drawn = (seed: number) => drawActs(new Chance(seed), 60);
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).not.toEqual(drawn(8));
  });

  it('has every kind of act before one comes again', () => {
    const drawn = drawActs(new Chance(1), 2 * everyAct.length);
    expect([...drawn.slice(0, everyAct.length)].sort()).toEqual([...everyAct].sort());
    expect([...drawn.slice(everyAct.length)].sort()).toEqual([...everyAct].sort());
  });

  it('loses a machine only where another one can take its place', () => {
    const drawn = drawActs(new Chance(1), Object.keys(acts).length, { standby: true });
    expect(drawn).toEqual(expect.arrayContaining(machineActs));
    expect(() => drawActs(new Chance(1), 1, { only: 'machine' })).toThrow('no act is called machine');
  });
});

describe('drawDeed', () => {
  it('repeats the deed of a seed, an act and a step', () => {
    const [ana, luz] = ['ana', 'luz'].map((id) => ({ id }) as Member) as [Member, Member];
    const cast = {
      videos: ['v1', 'v2'],
      smallClasses: ['c1'],
      largeClasses: ['c2'],
      noticesOf: new Map([ana, luz].map(({ id }) => [id, [`notice of ${id}`]])),
    } as unknown as Cast;
    const deedsOf = (seed: number) =>
      Array.from({ length: 50 }, (_, step) =>
        drawDeed(new Chance(seed, 3, 'students-0', step), [ana, luz], cast, new Book(new Map())),
      );
    expect(deedsOf(7)).toEqual(deedsOf(7));
    expect(deedsOf(7)).not.toEqual(deedsOf(8));
  });
});

describe('findUnansweredRequests', () => {
  const server = (facts: Partial<Server>) =>
    ({ name: 'server-1', ended: null, toldToStopAt: null, ...facts }) as Server;
  const killed = { code: null, signal: 'SIGKILL', at: 5000 };
  const stopped = { code: 0, signal: null, at: 5000 };
  it.each([
    ['a server that lives', server({}), { sentAt: 4000, endedAt: 4100 }, 1],
    ['a server that was killed', server({ ended: killed }), { sentAt: 4000, endedAt: 5000 }, 0],
    ['a server long before it was killed', server({ ended: killed }), { sentAt: 1000, endedAt: 1100 }, 1],
    [
      'a server that is stopping, in the middle of a request',
      server({ ended: stopped, toldToStopAt: 4000 }),
      { sentAt: 3500, endedAt: 4500 },
      1,
    ],
    [
      'a server that had stopped listening',
      server({ ended: stopped, toldToStopAt: 4000 }),
      { sentAt: 4100, endedAt: 4101 },
      0,
    ],
  ])('judges a request cut off by %s', (_what, by, times, faults) => {
    expect(findUnansweredRequests([{ server: by, what: 'buy', ...times }], false)).toHaveLength(faults);
  });

  it('lets a long answer break off where the database is away, and there alone', () => {
    const part = { server: server({}), what: 'export', sentAt: 4000, endedAt: 4100, isPart: true };
    expect(findUnansweredRequests([part], true)).toEqual([]);
    expect(findUnansweredRequests([part], false)).toHaveLength(1);
    expect(findUnansweredRequests([{ ...part, isPart: false }], true)).toHaveLength(1);
  });
});

describe('awaitAnswer', () => {
  const away = () => Object.assign(new Error('connect ENOENT /tmp/.s.PGSQL.5432'), { code: 'ENOENT' });
  it('waits for a database that starts again', async () => {
    let asked = 0;
    const ask = async () => {
      asked += 1;
      if (asked < 4) throw away();
    };
    expect(await awaitAnswer(ask, 10_000)).toBe(true);
    expect(asked).toBe(4);
  });

  it('gives a database up that does not come back, and hides no other fault', async () => {
    expect(await awaitAnswer(() => Promise.reject(away()), 100)).toBe(false);
    await expect(awaitAnswer(() => Promise.reject(new Error('column x')), 10_000)).rejects.toThrow(
      'column x',
    );
  });
});

describe('findLeaks', () => {
  it('finds descriptors and memory that a server did not give back', () => {
    const first = { heapBytes: 60e6, descriptors: 40 };
    const held = (heapBytes: number, descriptors: number) =>
      findLeaks(first, new Map([['server-1', { heapBytes, descriptors }]]));
    expect(held(70e6, 45)).toEqual([]);
    expect(held(70e6, 60)).toEqual(['server-1 holds 20 more descriptors than at first']);
    expect(held(160e6, 40)).toEqual(['server-1 holds 100 MB more than at first']);
  });
});

import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SeededRandom } from '../../../src/testing/seeded-random.ts';
import { drawFaults, faults } from './faults/faults.ts';
import { findUnansweredRequests } from './judge/find-unanswered-requests.ts';
import { awaitAnswer } from './judge/read-facts.ts';
import { findLastingLeaks, findLeaks } from './judge/resource-usage.ts';
import { Book } from './load/book.ts';
import { type Fixtures, type Member, type RevokedMember, revocations } from './load/fixtures.ts';
import { Operations, operationOf } from './load/operations.ts';
import { revoke } from './load/revoke.ts';
import { drawStudentWrite } from './load/student-writes.ts';
import type { ResourceUsage } from './servers/control-messages.ts';
import type { Server } from './servers/start-server.ts';

const standbyFaults = ['fail over to the standby', 'lose the standby'];
const otherFaults = Object.keys(faults).filter((name) => !standbyFaults.includes(name));

describe('drawFaults', () => {
  it('repeats the faults of a seed, and has others for another', () => {
    const drawn = (seed: number) => drawFaults(SeededRandom.of(seed), 60);
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).not.toEqual(drawn(8));
  });

  it('has every kind of fault before one comes again', () => {
    const drawn = drawFaults(SeededRandom.of(1), 2 * otherFaults.length);
    expect([...drawn.slice(0, otherFaults.length)].sort()).toEqual([...otherFaults].sort());
    expect([...drawn.slice(otherFaults.length)].sort()).toEqual([...otherFaults].sort());
  });

  it('loses a host of the database only where there is a standby', () => {
    const drawn = drawFaults(SeededRandom.of(1), Object.keys(faults).length, { standby: true });
    expect(drawn).toEqual(expect.arrayContaining(standbyFaults));
    expect(() => drawFaults(SeededRandom.of(1), 1, { only: 'standby' })).toThrow(
      'no fault is called standby',
    );
  });
});

describe('drawStudentWrite', () => {
  it('repeats the write of a seed, a round and a step', () => {
    const [ana, luz] = ['ana', 'luz'].map((id) => ({ id }) as Member) as [Member, Member];
    const fixtures = {
      videos: ['v1', 'v2'],
      smallClasses: ['c1'],
      largeClasses: ['c2'],
      begunClasses: [],
      noticesOf: new Map([ana, luz].map(({ id }) => [id, [`notice of ${id}`]])),
    } as unknown as Fixtures;
    const writesOf = (seed: number) =>
      Array.from({ length: 50 }, (_, step) =>
        drawStudentWrite(
          SeededRandom.of(seed, 3, 'students-0', step),
          [ana, luz],
          fixtures,
          new Book(new Map()),
        ),
      );
    expect(writesOf(7)).toEqual(writesOf(7));
    expect(writesOf(7)).not.toEqual(writesOf(8));
  });
});

describe('findUnansweredRequests', () => {
  const server = (facts: Partial<Server>) =>
    ({ name: 'server-1', ended: null, toldToStopAt: null, killedAt: [], ...facts }) as unknown as Server;
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
  ])('judges a request cut off by %s', (_what, by, times, violations) => {
    expect(findUnansweredRequests([{ server: by, what: 'buy', ...times }], false)).toHaveLength(violations);
  });

  it('lets a request end with a worker that was killed, and none at another time', () => {
    const by = server({ killedAt: [5000] });
    const at = (endedAt: number) => [{ server: by, what: 'buy', sentAt: endedAt - 100, endedAt }];
    expect(findUnansweredRequests(at(4900), false)).toEqual([]);
    expect(findUnansweredRequests(at(1000), false)).toHaveLength(1);
    expect(findUnansweredRequests(at(8000), false)).toHaveLength(1);
  });

  it('hears of the end of a process later on a machine that is slower', () => {
    const lost = [{ server: server({ ended: killed }), what: 'buy', sentAt: 3000, endedAt: 4000 }];
    expect(findUnansweredRequests(lost, false)).toHaveLength(1);
    expect(findUnansweredRequests(lost, false, 5)).toEqual([]);
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

  it('gives a database up that does not come back, and hides no other error', async () => {
    expect(await awaitAnswer(() => Promise.reject(away()), 100)).toBe(false);
    await expect(awaitAnswer(() => Promise.reject(new Error('column x')), 10_000)).rejects.toThrow(
      'column x',
    );
  });
});

describe('findLeaks', () => {
  it('finds descriptors and memory that a process did not give back', () => {
    const first = { heapBytes: 60e6, rssBytes: 250e6, descriptors: 40 };
    const leaksOf = (more: Partial<ResourceUsage>) =>
      findLeaks(first, new Map([['server-1', { ...first, ...more }]]));
    expect(leaksOf({ heapBytes: 70e6, rssBytes: 350e6, descriptors: 45 })).toEqual([]);
    expect(leaksOf({ descriptors: 60 })).toEqual(['server-1 holds 20 more descriptors than at first']);
    expect(leaksOf({ heapBytes: 160e6 })).toEqual(['server-1 holds 100 MB more on its heap than at first']);
    // What is held outside of the heap, as buffers are.
    expect(leaksOf({ rssBytes: 650e6 })).toEqual(['server-1 holds 400 MB more of the machine than at first']);
  });

  it('looks again for what is freed late, and finds what stays', async () => {
    const first = { heapBytes: 60e6, rssBytes: 250e6, descriptors: 40 };
    let looks = 0;
    const measure = (descriptors: () => number) => async () => {
      looks += 1;
      return new Map([['server-1', { ...first, descriptors: descriptors() }]]);
    };
    expect(
      await findLastingLeaks(
        first,
        measure(() => (looks < 3 ? 90 : 41)),
        1,
      ),
    ).toEqual([]);
    expect(looks).toBe(3);
    expect(
      await findLastingLeaks(
        first,
        measure(() => 90),
        1,
      ),
    ).toHaveLength(1);
  });
});

describe('operationOf', () => {
  it('knows an operation by its method and address, and a fixed word before a parameter', () => {
    expect(operationOf({ method: 'GET', path: '/api/videos/saved?page=2' })).toBe('GET /api/videos/saved');
    expect(operationOf({ method: 'GET', path: '/api/videos/01a2' })).toBe('GET /api/videos/{id}');
    expect(operationOf({ method: 'PUT', path: '/api/people/me/age' })).toBe('PUT /api/people/me/age');
    expect(operationOf({ method: 'GET', path: '/api/nothing' })).toBeNull();
  });
});

describe('Operations', () => {
  const names = ['GET /api/cup', 'GET /api/today', 'GET /api/videos', 'POST /api/reports', 'GET /healthz'];

  it('have a turn each before one has another, and what was not sent comes first', () => {
    const operations = new Operations(SeededRandom.of(1), names);
    const [first, second] = [operations.next(2), operations.next(2)];
    operations.giveBack([second[1] ?? '']);
    const third = operations.next(2);
    expect(third[0]).toBe(second[1]);
    expect([...first, ...second, ...third.slice(1)].sort()).toEqual([...names].sort());
    expect(operations.next(2)).toEqual(first);
  });

  it('are counted as sent, and as succeeded once one did', () => {
    const operations = new Operations(SeededRandom.of(1), names.slice(0, 3));
    operations.note({ method: 'GET', path: '/api/cup' }, 200);
    operations.note({ method: 'GET', path: '/api/today' }, 401);
    operations.note({ method: 'GET', path: '/api/today' }, 'cut');
    expect(operations.report()).toEqual({
      all: 3,
      sent: 2,
      succeeded: 1,
      neverSent: ['GET /api/videos'],
      neverSucceeded: ['GET /api/today'],
    });
  });
});

describe('revoke', () => {
  /** A server whose streams end when `ends` says so, if ever. */
  async function serve(onEvents: (response: http.ServerResponse) => void) {
    const server = http.createServer((_, response) => {
      response.write(': hello\n\n');
      onEvents(response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    return { name: 'server-1', url: `http://127.0.0.1:${port}`, ended: null } as Server;
  }
  const fixtures = { admin: { id: 'a' } } as unknown as Fixtures;
  const member = (how: RevokedMember['how']) =>
    ({ id: 'g', how, cookie: 'c', elsewhere: 'e', address: '10.0.0.3' }) as RevokedMember;
  const acknowledged = async () => ({ outcome: 'acknowledged' as const, answered: null });

  it.each(revocations)('finds a stream that stays open (%s)', async (how) => {
    const server = await serve(() => {});
    const parts = { fixtures, member: member(how), sendWrite: acknowledged, afterMs: 0 };
    expect(await revoke({ servers: [server], patience: 0.02 }, parts)).toEqual([
      expect.stringContaining('a stream at server-1 is open 5 s or more after'),
    ]);
  });

  it('lets a stream end in time, and finds a revocation that was never acknowledged', async () => {
    const open: http.ServerResponse[] = [];
    const server = await serve((response) => open.push(response));
    const sendWrite = async () => {
      for (const response of open) response.end();
      return acknowledged();
    };
    const parts = { fixtures, member: member('ban'), sendWrite, afterMs: 0 };
    expect(await revoke({ servers: [server], patience: 1 }, parts)).toEqual([]);
    const unknown = async () => ({ outcome: 'unknown' as const, answered: null });
    expect(await revoke({ servers: [server], patience: 1 }, { ...parts, sendWrite: unknown })).toEqual([
      expect.stringContaining('ban a person: never acknowledged'),
    ]);
  });
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ResourceUsage } from '../servers/control-messages.ts';
import { poolSize, type SystemUnderTest } from '../servers/system-under-test.ts';

/**
 * Descriptors beside those of database connections, and memory, that a process may hold more than at first. A server
 * that is warm was seen to hold 16 MB more of the machine after ten rounds, half of it compiled code. Malloc keeps more
 * where hundreds of requests have waited at once. A leak goes on growing, and outgrows this in a long siege.
 */
const mostMore = { descriptors: 8, heapBytes: 64 * 1024 * 1024, rssBytes: 128 * 1024 * 1024 };

/** What the processes use that have nothing to do, by the names of their servers. */
export async function measureUsage({
  servers,
}: Pick<SystemUnderTest, 'servers'>): Promise<Map<string, ResourceUsage>> {
  const usage = new Map<string, ResourceUsage>();
  for (const server of servers) {
    for (const [nth, one] of (await server.measure()).entries()) {
      usage.set(nth === 0 ? server.name : `worker ${nth} of ${server.name}`, one);
    }
  }
  return usage;
}

/** Has each process write what is on its heap, for Chromium's tools to open. Answers with the folder. */
export async function writeHeaps(system: Pick<SystemUnderTest, 'servers'>): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sumi-siege-heaps-'));
  for (const server of system.servers) server.control({ is: 'write-heap', folder });
  // A process answers once it has written.
  await measureUsage(system);
  return folder;
}

export function peakUsage(usage: readonly ResourceUsage[]): ResourceUsage {
  return {
    heapBytes: Math.max(...usage.map(({ heapBytes }) => heapBytes)),
    rssBytes: Math.max(...usage.map(({ rssBytes }) => rssBytes)),
    descriptors: Math.max(...usage.map(({ descriptors }) => descriptors ?? 0)),
  };
}

export function findLeaks(first: ResourceUsage, now: ReadonlyMap<string, ResourceUsage>): string[] {
  return [...now].flatMap(([name, usage]) => {
    const more = (usage.descriptors ?? 0) - (first.descriptors ?? 0);
    const grown = (what: 'heapBytes' | 'rssBytes') => usage[what] - first[what];
    const growthViolation = (what: 'heapBytes' | 'rssBytes', word: string) =>
      grown(what) > mostMore[what]
        ? [`${name} holds ${Math.round(grown(what) / 1e6)} MB more ${word} than at first`]
        : [];
    return [
      ...(more > mostMore.descriptors + poolSize
        ? [`${name} holds ${more} more descriptors than at first`]
        : []),
      ...growthViolation('heapBytes', 'on its heap'),
      ...growthViolation('rssBytes', 'of the machine'),
    ];
  });
}

/** Looks again for a while: what a busy machine frees late is no leak. */
export async function findLastingLeaks(
  first: ResourceUsage,
  measure: () => Promise<ReadonlyMap<string, ResourceUsage>>,
  pauseMs = 1000,
): Promise<string[]> {
  for (let look = 1; ; look++) {
    const leaks = findLeaks(first, await measure());
    if (leaks.length === 0 || look === looks) return leaks;
    await sleep(pauseMs);
  }
}
const looks = 8;

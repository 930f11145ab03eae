import { readFileSync } from 'node:fs';
import { listProcessIds, readProcessStat } from '../read-process-stat.ts';

/**
 * Bytes of memory of a process and all its descendants, on Linux. A page that several processes share counts for each of
 * them in equal parts (PSS). A page that a process outside shares too, such as one of Node's program, counts in part.
 */
export function readMemory(pid: number): number {
  const parents = new Map(listProcessIds().map((each) => [each, Number(readProcessStat(each)[1])]));
  const isOfTree = (each: number | undefined): boolean =>
    each !== undefined && each > 0 && (each === pid || isOfTree(parents.get(each)));
  return [...parents.keys()].filter(isOfTree).reduce((sum, each) => sum + pssOf(each), 0);
}

function pssOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

import { readFileSync } from 'node:fs';
import { listProcessIds, readProcessStat } from '../read-process-stat.ts';

/** Bytes of a process in memory, on Linux, with what it shares with others (RSS). */
export function readResident(pid: number): number {
  return readRollup(pid, 'Rss');
}

/**
 * Bytes in memory of a process and all its descendants, on Linux. A page that several of them share counts for each in
 * equal parts (PSS), so that it counts once.
 */
export function readTree(pid: number): number {
  const parents = new Map(listProcessIds().map((each) => [each, Number(readProcessStat(each)[1])]));
  const isOfTree = (each: number | undefined): boolean =>
    each !== undefined && each > 0 && (each === pid || isOfTree(parents.get(each)));
  return [...parents.keys()].filter(isOfTree).reduce((sum, each) => sum + readRollup(each, 'Pss'), 0);
}

function readRollup(pid: number, field: 'Rss' | 'Pss'): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) * 1024;
}

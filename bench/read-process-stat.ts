import { readdirSync, readFileSync } from 'node:fs';

/** The ids of all processes of this machine, on Linux. */
export function listProcessIds(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/**
 * The fields of `/proc/PID/stat` after the name of the program: the parent's id is the second, processor times are from
 * the twelfth on. Empty for a process that has ended.
 */
export function readProcessStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

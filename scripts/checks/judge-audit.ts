/** Within how many days a component with a hole of a severity is updated, as SECURITY.md promises. */
export const daysFor: Readonly<Record<string, number>> = { critical: 7, high: 7, moderate: 30, low: 90 };

type Found = { name: string; severity: string; range?: string };

/** What `npm audit --json` found, a line each, the worst first. `urgent` when one of them has a time of a week. */
export function judgeAudit(output: string): { answered: boolean; lines: string[]; urgent: boolean } {
  const found = foundIn(output);
  if (!found) return { answered: false, lines: [], urgent: false };
  const sorted = [...found].sort((one, other) => daysOf(one) - daysOf(other));
  const lines = sorted.map(
    (one) => `${one.severity}: ${one.name} ${one.range ?? ''}, to be updated within ${daysOf(one)} days`,
  );
  const urgent = found.some((one) => daysOf(one) <= 7);
  return { answered: true, lines: lines.length > 0 ? lines : ['No component has a known hole.'], urgent };
}

/** A severity that npm does not have yet counts as the worst. */
const daysOf = ({ severity }: Found) => daysFor[severity] ?? 7;

function foundIn(output: string): Found[] | null {
  try {
    const { vulnerabilities } = JSON.parse(output) as { vulnerabilities?: Record<string, Found> };
    return vulnerabilities ? Object.values(vulnerabilities) : null;
  } catch {
    return null;
  }
}

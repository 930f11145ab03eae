import type { Metric, Sample } from './write-metrics.ts';

/** The figures of several processes as those of one. */
export function sumMetrics(processes: readonly (readonly Metric[])[]): Metric[] {
  const byName = Map.groupBy(processes.flat(), ({ name }) => name);
  return [...byName.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const join = joins[first.across ?? 'sum'];
    const byLabels = Map.groupBy(
      same.flatMap(({ samples }) => samples),
      ({ suffix, labels }) => JSON.stringify([suffix, labels]),
    );
    const samples = [...byLabels.values()].flatMap(([sample, ...others]): Sample[] => {
      if (!sample) return [];
      return [{ ...sample, value: others.reduce((value, other) => join(value, other.value), sample.value) }];
    });
    return [{ ...first, samples }];
  });
}

/** What has been counted, without the figures of one moment: that stays of a process that ended. */
export function countedIn(metrics: readonly Metric[]): Metric[] {
  return metrics.filter(({ type }) => type !== 'gauge');
}

const joins: Record<NonNullable<Metric['across']>, (one: number, other: number) => number> = {
  sum: (one, other) => one + other,
  most: Math.max,
  least: Math.min,
};

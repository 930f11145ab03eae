/** A figure of one moment, or one that only grows, with the labels that tell its parts apart. */
export type Metric = {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  /** How the figures of several processes become one; the sum unless said otherwise. */
  across?: 'sum' | 'most' | 'least';
  samples: readonly Sample[];
};
export type Sample = { suffix?: string; labels?: Readonly<Record<string, string>>; value: number };

/** The media type of the text, which names the version of its form. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** Metrics in the text form of Prometheus. */
export function writeMetrics(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(
        ({ suffix = '', labels = {}, value }) => `${name}${suffix}${writeLabels(labels)} ${value}\n`,
      );
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
    })
    .join('');
}

function writeLabels(labels: Readonly<Record<string, string>>): string {
  const written = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return written.length > 0 ? `{${written.join(',')}}` : '';
}

const escaped = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

import os from 'node:os';

/** One line of the table: what was measured, and whether it reached its target; null where it has none. */
export type Figure = { name: string; measured: string; target: string; isReached: boolean | null };

export const seconds = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);
export const count = (value: number) => Math.round(value).toLocaleString('en');
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

export const heading = '| | measured | target | reached |\n|---|---|---|---|';

export function lineOf({ name, measured, target, isReached }: Figure): string {
  const reached = isReached === null ? '' : isReached ? 'yes' : '**no**';
  return `| ${name} | ${measured} | ${target} | ${reached} |`;
}

/** The measured part of `docs/performance.md`; people write below it what limits a figure. */
export function reportOf(figures: readonly Figure[]): string {
  const [processor] = os.cpus();
  const load = os.loadavg()[1] ?? 0;
  return `Measured on ${new Date().toISOString().slice(0, 10)}: ${processor?.model ?? 'unknown processor'}, ${os.availableParallelism()} cores, ${os.type()} ${os.release()}, Node ${process.version},
the embedded PostgreSQL 18 with \`fsync\` and \`synchronous_commit\` on. The load of the last five minutes was ${load.toFixed(1)}, the bench's own included.

${heading}
${figures.map(lineOf).join('\n')}
`;
}

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

import os from 'node:os';
import type { Sizes } from './fill-database.ts';
import type { Plan, Row } from './measure.ts';

export type Report = {
  rows: readonly Row[];
  peers: readonly string[];
  plan: Plan;
  sizes: Sizes;
  databaseClient: string;
};

const number = (value: number) => Math.round(value).toLocaleString('en');
const ratio = (part: number, whole: number) => (part / whole).toFixed(2);
const ms = ({ p50, p99 }: { p50: number; p99: number }) => `${p50.toFixed(2)} / ${p99.toFixed(2)}`;

const columns = [
  ...['', 'connections', 'Sumi', 'bare', 'by hand', 'database'],
  ...['of bare', 'of by hand', 'of database', 'Sumi, ms', 'by hand, ms'],
];

/** The head of the table; each peer has its rate, Sumi's rate as a multiple of it, and its latencies. */
export function headingWith(peers: readonly string[]): string {
  const all = [...columns, ...peers.flatMap((name) => [name, `of ${name}`, `${name}, ms`])];
  return `| ${all.join(' | ')} |\n|${'---|'.repeat(all.length)}`;
}

/** A line of the table: answers a second, ratios, and the latencies p50 / p99. */
export function lineOf(
  { scenario, connections, figures, peers }: Row,
  names: readonly string[] = [],
): string {
  const { sumi, bare, plain, database } = figures;
  const cells = [
    scenario,
    connections,
    ...[sumi, bare, plain, database].map(({ rate }) => number(rate)),
    ...[bare, plain, database].map(({ rate }) => ratio(sumi.rate, rate)),
    ms(sumi),
    ms(plain),
    ...names.flatMap((name) => {
      const peer = peers[name];
      return peer ? [number(peer.rate), ratio(sumi.rate, peer.rate), ms(peer)] : ['', '', ''];
    }),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The measured part of `docs/performance.md`; what limits each figure is written by people below it. */
export function reportOf({ rows, peers, plan, sizes, databaseClient }: Report): string {
  const { people, members, videos, classes, cup } = sizes;
  const [processor] = os.cpus();
  return `Measured on ${new Date().toISOString().slice(0, 10)}: ${processor?.model ?? 'unknown processor'}, ${os.availableParallelism()} cores,
${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.type()} ${os.release()}, Node ${process.version}, the embedded PostgreSQL 18 with \`fsync\` and \`synchronous_commit\` on.
${number(people)} people, of whom ${number(members)} are signed in and take turns, ${number(videos)} videos, ${number(classes)} classes, ${number(cup)} cup rows.
Medians of ${plan.rounds} rounds of ${plan.seconds} s. Rates are answers a second; latencies are p50 / p99. The database's own
writes are called by \`${databaseClient}\`.

${headingWith(peers)}
${rows.map((row) => lineOf(row, peers)).join('\n')}
`;
}

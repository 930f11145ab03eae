import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { mostRows } from '#features/cup/rules.ts';
import type { Member } from '../sign-in.ts';
import type { Sumi } from '../start-servers.ts';
import { createTableForCopies, timeCopy } from './copy-board.ts';
import { type CupReads, keepReadingCup } from './keep-reading-cup.ts';
import { makeRankingFile } from './make-ranking-file.ts';
import { count, type Figure, median, seconds } from './print-figures.ts';

export type ImportPlan = { rows: number; rounds: number };

type Arena = {
  sumi: Sumi;
  pool: pg.Pool;
  administrator: Member;
  readers: readonly Member[];
  plan: ImportPlan;
};

/** An import may take so many times what the bare `COPY` takes. */
const mostTimesCopy = 2.5;
const warmingMs = 1500;
const readingAloneMs = 4000;

/**
 * Imports boards through the product, each beside a `COPY` of the same rows, and then again while members read the cup.
 * Where the product takes fewer rows than asked for, it measures as many as the product takes.
 */
export async function measureImport({ sumi, pool, administrator, readers, plan }: Arena): Promise<Figure[]> {
  const rows = Math.min(plan.rows, mostRows);
  let board = 0;
  const nextFile = () => makeRankingFile(rows, ++board);
  await createTableForCopies(pool);

  const took: { preview: number; commit: number; copy: number }[] = [];
  // The first one compiles and plans, and replaces a small board.
  for (let round = 0; round <= plan.rounds; round++) {
    const { boardId, preview, commit } = await importBoard(sumi, administrator, nextFile());
    const copy = await timeCopy(pool, boardId);
    if (round > 0) took.push({ preview, commit, copy });
  }

  // The first reads open connections and plan.
  const warming = keepReadingCup(sumi.port, readers, rows);
  await sleep(warmingMs);
  await warming.stop();
  const alone = keepReadingCup(sumi.port, readers, rows);
  await sleep(readingAloneMs);
  const before = await alone.stop();
  const files = Array.from({ length: plan.rounds }, nextFile);
  const reading = keepReadingCup(sumi.port, readers, rows);
  const whileRead: number[] = [];
  for (const file of files) {
    const { preview, commit } = await importBoard(sumi, administrator, file);
    whileRead.push(preview + commit);
  }
  const meanwhile = await reading.stop();

  const copy = median(took.map((each) => each.copy));
  const commit = median(took.map((each) => each.commit));
  const whole = median(took.map((each) => each.preview + each.commit));
  const timesCopy = (name: string, ms: number, asRatio = ms / copy): Figure => ({
    name,
    measured: `${seconds(ms)}, ${asRatio.toFixed(2)} times`,
    target: `${mostTimesCopy} times the COPY`,
    isReached: asRatio <= mostTimesCopy,
  });
  return [
    {
      name: 'cup rows of one import',
      measured: rows < plan.rows ? `${count(rows)}: the product takes no more` : count(rows),
      target: count(plan.rows),
      isReached: rows >= plan.rows,
    },
    {
      name: `bare \`COPY\` of ${count(rows)} rows (median of ${plan.rounds})`,
      measured: seconds(copy),
      ...{ target: '', isReached: null },
    },
    timesCopy('import: publishing the draft (commit)', commit),
    timesCopy('import: the whole, preview and commit', whole),
    {
      name: `the cup page, p50 / p99 / slowest, read by ${readers.length} members without an import`,
      measured: latenciesOf(before),
      ...{ target: '', isReached: null },
    },
    {
      name: `the same during ${plan.rounds} imports, each in ${seconds(median(whileRead))}`,
      measured: latenciesOf(meanwhile),
      ...{ target: '', isReached: null },
    },
    {
      name: `of ${count(meanwhile.reads)} reads during the imports, failed / of an empty, mixed or older board`,
      measured: `${meanwhile.failed} / ${meanwhile.wrong}`,
      target: '0 / 0',
      isReached: meanwhile.failed + meanwhile.wrong + before.failed + before.wrong === 0,
    },
  ];
}

/** Uploads a file and publishes its draft, as an administrator does. Milliseconds of both requests. */
async function importBoard(sumi: Sumi, administrator: Member, file: Buffer) {
  const season = new Date().toISOString().slice(0, 7);
  const [draft, preview] = await timed(() =>
    post(sumi, administrator, `/api/cup/imports?season=${season}`, 'text/csv', file),
  );
  const { boardId } = draft as { boardId: string };
  const [, commit] = await timed(() =>
    post(sumi, administrator, `/api/cup/imports/${boardId}/commit`, 'application/json', '{}'),
  );
  return { boardId, preview, commit };
}

async function timed<T>(act: () => Promise<T>): Promise<[T, number]> {
  const begun = performance.now();
  const result = await act();
  return [result, performance.now() - begun];
}

async function post(
  { port, origin }: Sumi,
  { cookie }: Member,
  path: string,
  type: string,
  body: Buffer | string,
) {
  const headers = { cookie, origin, 'content-type': type };
  const sent = typeof body === 'string' ? body : new Uint8Array(body);
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: sent });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 1000)}`);
  return JSON.parse(text) as unknown;
}

function latenciesOf({ p50, p99, slowest }: CupReads): string {
  return [p50, p99, slowest].map(seconds).join(' / ');
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type Figures, figuresOf } from '../drive.ts';
import type { Member } from '../sign-in.ts';

export type CupReads = Figures & { reads: number; slowest: number; failed: number; wrong: number };

const addresses = ['/api/cup', '/api/cup?language=en', '/api/cup?order=streak'];
const linesOnAPage = 50;
/** Each reader reads again after this time. */
const pauseMs = 50;

type Page = { total: number; items: { totalExp: number }[] };

/**
 * Has members read the first page of the cup over HTTP until `stop` is called, which answers how long the reads took. A
 * read is wrong that shows no lines, another number of them than the file has, lines of two boards, or a board older
 * than one that the same member has read (`makeRankingFile`).
 */
export function keepReadingCup(port: number, readers: readonly Member[], rows: number) {
  const samples: number[] = [];
  const seen = { failed: 0, wrong: 0 };
  let over = false;
  const begun = performance.now();

  async function read(reader: Member, address: string, newest: number): Promise<number> {
    const from = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, { headers: { cookie: reader.cookie } });
    const text = await answer.text();
    samples.push(performance.now() - from);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    const { total, items } = JSON.parse(text) as Page;
    const boards = [...new Set(items.map(({ totalExp }) => totalExp % 10))];
    const [board = 0] = boards;
    const expected = address.includes('language') ? rows / 5 : rows;
    if (items.length !== linesOnAPage || total !== expected || boards.length !== 1 || board < newest)
      seen.wrong++;
    return board;
  }

  const reading = readers.map(async (reader, nth) => {
    let newest = 0;
    for (let turn = nth; !over; turn++) {
      try {
        newest = await read(reader, addresses[turn % addresses.length] as string, newest);
      } catch {
        seen.failed++;
      }
      await sleep(pauseMs);
    }
  });
  return {
    async stop(): Promise<CupReads> {
      over = true;
      await Promise.all(reading);
      const figures = figuresOf(samples, performance.now() - begun);
      return { ...figures, ...seen, reads: samples.length, slowest: Math.max(...samples) };
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '../../../../src/testing/seeded-random.ts';
import type { SystemUnderTest } from '../servers/system-under-test.ts';
import type { Book } from './book.ts';
import { type Fixtures, payersEachRound } from './fixtures.ts';
import { importRanking } from './import-ranking.ts';
import { LoadRequests } from './load-requests.ts';
import type { Operations } from './operations.ts';
import { payByCard } from './pay-by-card.ts';
import { signUpAndDelete } from './sign-up-and-delete.ts';
import { drawAdminWrite, drawTeacherWrite } from './staff-writes.ts';
import { drawStudentWrite, enrolIn } from './student-writes.ts';
import type { Request, SendWrite, Write } from './writes.ts';

/** The load of one round: clients that send requests, each one after another, until it is stopped. */
export type Load = {
  requests: LoadRequests;
  /** Sends one write beside those of the clients. */
  sendWrite: SendWrite;
  /** Generated requests that there was no time for. */
  unsent: readonly Request[];
  /** Ends every client once its last request is answered. */
  stop(): Promise<void>;
};

const studentClients = 6;
const generatedClients = 3;
const newcomersEachRound = 3;
const pauseMs = 15;

/** Has everybody use all servers at once, until `stop`. The seed and the round say who does what in which order. */
export function startLoad(
  system: SystemUnderTest,
  fixtures: Fixtures,
  book: Book,
  {
    seed,
    round,
    generated,
    operations,
  }: { seed: number; round: number; generated: readonly Request[]; operations: Operations },
): Load {
  let running = true;
  const requests = new LoadRequests(system, book, operations);
  const unsent = [...generated];
  const random = (...labels: (string | number)[]) => SeededRandom.of(seed, round, ...labels);
  const sendWrite: SendWrite = (write, server) => requests.sendWrite(write, random(write.name), server);

  async function runWrites(name: string, draw: (chance: SeededRandom) => Write | null): Promise<void> {
    for (let step = 0; running; step++) {
      // Each step draws by itself: how an earlier one ended changes nothing for it.
      const chance = random(name, step);
      const write = draw(chance);
      if (write) await requests.sendWrite(write, chance);
      await sleep(pauseMs);
    }
  }

  /** Every student wants one of three seats, on all servers at once. */
  async function contendForSeats(): Promise<void> {
    const chance = random('contention');
    const id = fixtures.contendedClasses[round];
    await sleep(chance.between(300, 1200));
    if (!id) return;
    await Promise.all(
      fixtures.students.map((student, nth) =>
        requests.sendWrite(enrolIn(id, student), random('contention', nth)),
      ),
    );
  }

  async function runPayments(): Promise<void> {
    const own = fixtures.payers.slice(round * payersEachRound, (round + 1) * payersEachRound);
    for (const [nth, payer] of own.entries()) {
      if (!running) return;
      const chance = random('payer', nth);
      const parts = { db: system.direct.db, externalServices: system.externalServices, book };
      await payByCard(
        { ...parts, send: (request) => requests.send(request, chance.pick(system.servers)) },
        payer,
        chance,
      );
      await sleep(chance.between(0, 400));
    }
  }

  /** Newcomers one after another, and an import beside the first of them. */
  async function runNewcomers(): Promise<void> {
    const parts = { db: system.direct.db, fixtures, nth: round, sendWrite };
    const importing = importRanking(parts, random('import'));
    for (let nth = 0; running && nth < newcomersEachRound; nth++) {
      await signUpAndDelete(parts, random('newcomer', nth));
      await sleep(pauseMs);
    }
    await importing;
  }

  async function runGenerated(): Promise<void> {
    while (running) {
      const request = unsent.shift();
      if (!request) return;
      await requests.send(request, random(request.name).pick(system.servers));
      await sleep(pauseMs);
    }
  }

  const share = Math.ceil(fixtures.students.length / studentClients);
  const clients = [
    ...Array.from({ length: studentClients }, (_, nth) => {
      const own = fixtures.students.slice(nth * share, (nth + 1) * share);
      return runWrites(`students-${nth}`, (chance) => drawStudentWrite(chance, own, fixtures, book));
    }),
    runWrites('teacher', (chance) => drawTeacherWrite(chance, fixtures, book)),
    runWrites('admin', (chance) => drawAdminWrite(chance, fixtures, book)),
    contendForSeats(),
    runPayments(),
    runNewcomers(),
    ...Array.from({ length: generatedClients }, runGenerated),
  ];
  return {
    requests,
    sendWrite,
    unsent,
    async stop() {
      running = false;
      await Promise.all(clients);
    },
  };
}

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { commitCupImport } from '#features/cup/import/commit-cup-import.ts';
import { previewCupImport } from '#features/cup/import/preview-cup-import.ts';
import type { Ctx } from '#server/ctx.ts';
import { insertClass, insertSeats } from '../../../../src/testing/class-scene.ts';
import type { Person } from '../../../../src/testing/community.ts';
import { post, type Race, type Racer, type TwoProcesses } from '../servers/two-processes.ts';

const bothWin = /^200,200$/;

/** Races of classes, coins, applications and the cup, between two processes. */
export function racesOfRows(two: () => TwoProcesses): Race[] {
  return [
    {
      what: 'two imports that are published',
      run: () => commitTwoImports(two()),
      holds: /^200,409$/,
      breaks: bothWin,
      rounds: 5,
    },
    {
      what: 'an approval and a rejection of one application',
      run: () => approveAndReject(two()),
      holds: /^200,409$/,
      breaks: bothWin,
      rounds: 5,
    },
    {
      what: 'a capacity that is lowered and the last seat',
      run: () => lowerCapacityMeanwhile(two()),
      holds: /^200,(409|422)$/,
      breaks: bothWin,
      rounds: 5,
    },
    {
      what: 'two refunds of one order',
      run: () => refundTwice(two()),
      holds: /^200,409$/,
      breaks: bothWin,
      rounds: 5,
    },
    {
      what: 'two purchases under one idempotency key',
      run: () => buyTwiceUnderOneKey(two()),
      holds: /^200,200: 1 order, one answer$/,
      breaks: /: 2 orders/,
      rounds: 5,
    },
    {
      what: 'the next student of a waiting list and strangers who want the seat',
      run: () => promoteMeanwhile(two()),
      holds: /^the student who waited$/,
      // One statement reads a class and its list, so without locks too a stranger finds the seat kept or taken. The
      // control of the lock is in src/features/classes/waiting/waiting-race.test.ts.
      breaks: null,
      rounds: 2,
    },
  ];
}

const tomorrow = () => new Date(Date.now() + 86_400_000);

async function newDraft(ctx: Ctx, figure: number): Promise<string> {
  const lines = Array.from({ length: rowsOnABoard }, (_, nth) => `Ana,ana${nth},en,${figure}`);
  const bytes = new TextEncoder().encode(['Full name,Username,Language,Total XP', ...lines].join('\n'));
  return (await previewCupImport(ctx, { season: '2026-11', readFile: async () => bytes })).boardId;
}
const rowsOnABoard = 40;
const commit = (draft: string) => post(`/api/cup/imports/${draft}/commit`);

async function commitTwoImports({ community, race }: TwoProcesses): Promise<string> {
  const admin = await community.person({ role: 'admin' });
  const ctx = await community.ctxFor(admin);
  await community.db.deleteFrom('cupBoards').execute();
  await commitCupImport(ctx, await newDraft(ctx, 0));
  const drafts = [await newDraft(ctx, 1), await newDraft(ctx, 2)];
  return race(drafts.map((id) => ({ call: commit(id), cookie: admin.cookie })));
}

/** The figures of all lines that a reader was shown; every line of a board has the same. */
type Page = { items: { totalExp: number }[] };

/** Both processes publish a board in turn, while each is asked for the live one again and again. */
export async function readDuringImports({ community, servers, send }: TwoProcesses): Promise<string> {
  const admin = await community.person({ role: 'admin' });
  const ctx = await community.ctxFor(admin);
  await community.db.deleteFrom('cupBoards').execute();
  await commitCupImport(ctx, await newDraft(ctx, 0));
  const violations = new Set<string>();
  let reads = 0;
  let over = false;
  const readers = [0, 1, 2, 3].map(async (nth) => {
    while (!over) {
      const { status, text } = await send(servers[nth % 2 ? 1 : 0], { method: 'GET', path: '/api/cup' });
      if (status !== 200) throw new Error(`a reader was answered ${status}`);
      const { items } = JSON.parse(text) as Page;
      reads += 1;
      if (items.length === 0) violations.add('empty');
      else if (items.length < rowsOnABoard || new Set(items.map((line) => line.totalExp)).size > 1)
        violations.add('mixed');
    }
  });
  try {
    for (let figure = 1; figure <= 4; figure++) {
      const draft = await newDraft(ctx, figure);
      const { status } = await send(servers[figure % 2 ? 1 : 0], commit(draft), { cookie: admin.cookie });
      if (status !== 200) throw new Error(`the import was answered ${status}`);
    }
  } finally {
    over = true;
    await Promise.allSettled(readers);
  }
  await Promise.all(readers);
  if (reads < 8) throw new Error(`the readers read ${reads} times only`);
  return violations.size === 0 ? 'whole' : [...violations].sort().join();
}

async function approveAndReject({ community, race }: TwoProcesses): Promise<string> {
  const [one, two] = [await community.person({ role: 'admin' }), await community.person({ role: 'admin' })];
  const { id } = await community.person({ role: 'teacher', verified: false });
  const decide = (what: string, { cookie }: Person, body: object): Racer => ({
    call: post(`/api/teachers/applications/${id}/${what}`, { version: 1, ...body }),
    cookie,
  });
  return race([decide('approve', one, {}), decide('reject', two, { reason: 'Falta el certificado.' })]);
}

/** The last seat of a class is taken while its teacher takes that seat away. */
async function lowerCapacityMeanwhile({ community, race }: TwoProcesses): Promise<string> {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const [seated, student] = [await community.person(), await community.person()];
  const classId = await insertClass(community.db, teacher, { maxStudents: 2, startsAt: tomorrow() });
  await insertSeats(community.db, classId, seated);
  const lower = { method: 'PATCH', path: `/api/classes/${classId}`, body: { maxStudents: 1, version: 1 } };
  return race([
    { call: lower, cookie: teacher.cookie },
    { call: post(`/api/classes/${classId}/enrolment`), cookie: student.cookie },
  ]);
}

async function refundTwice({ community, race }: TwoProcesses): Promise<string> {
  const [one, two] = [await community.person({ role: 'admin' }), await community.person({ role: 'admin' })];
  const buyer = await community.person({ coins: 5000 });
  const { rows } = await sql<{ bought: { order: { id: string } } }>`
    select buy_item(${buyer.id}, 'custom-avatar') as bought`.execute(community.db);
  const refund = post(`/api/store/orders/${rows[0]?.bought.order.id}/refund`, { reason: 'No se puede.' });
  return race([one, two].map(({ cookie }) => ({ call: refund, cookie })));
}

async function buyTwiceUnderOneKey({ community, servers, send }: TwoProcesses): Promise<string> {
  const { id, cookie } = await community.person({ coins: 5000 });
  const headers = { 'idempotency-key': randomUUID() };
  const call = { ...post('/api/store/orders', { itemId: 'custom-avatar' }), headers };
  const answers = await Promise.all(servers.map((server) => send(server, call, { cookie })));
  const orders = await community.db.selectFrom('orders').select('id').where('userId', '=', id).execute();
  const statuses = answers.map(({ status }) => status).join();
  const same = answers[0]?.text === answers[1]?.text;
  return `${statuses}: ${orders.length} order${orders.length > 1 ? 's' : ''}, ${same ? 'one answer' : 'two answers'}`;
}

/**
 * The only seat of a class becomes free at one process, which offers it to the student who waits, while strangers ask
 * both for it until that is done. Answers who has a seat.
 */
async function promoteMeanwhile({ community, servers, send }: TwoProcesses): Promise<string> {
  const { db } = community;
  const teacher = await community.person({ role: 'teacher', verified: true });
  const [leaver, waiting] = [await community.person(), await community.person()];
  const strangers = await Promise.all(Array.from({ length: 6 }, () => community.person()));
  const classId = await insertClass(db, teacher, { maxStudents: 1, startsAt: tomorrow() });
  await insertSeats(db, classId, leaver);
  await db.insertInto('classWaiting').values({ classId, userId: waiting.id }).execute();
  const enrolment = `/api/classes/${classId}/enrolment`;
  let over = false;
  const asking = strangers.map(async ({ cookie }, nth) => {
    while (!over) await send(servers[nth % 2 ? 1 : 0], post(enrolment), { cookie });
  });
  const left = await send(servers[0], { method: 'DELETE', path: enrolment }, { cookie: leaver.cookie });
  const seats = () =>
    db.selectFrom('classEnrollments').select('userId').where('classId', '=', classId).execute();
  const deadline = Date.now() + 30_000;
  const isOffered = async () => (await seats()).some(({ userId }) => userId === waiting.id);
  while (!(await isOffered()) && Date.now() < deadline);
  over = true;
  await Promise.all(asking);
  if (left.status !== 200) throw new Error(`leaving the class was answered ${left.status}`);
  const names = (await seats()).map(({ userId }) =>
    userId === waiting.id ? 'the student who waited' : 'a stranger',
  );
  return [...new Set(names)].sort().reverse().join(', ');
}

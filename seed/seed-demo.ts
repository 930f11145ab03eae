import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { DemoSignIn } from '#features/accounts/routes.ts';
import type { Authentication } from '#features/accounts/sign-in/create-authentication.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Role } from '#shared/actor.ts';
import { renewParts } from './demo-parts.ts';
import { seedAnnouncements } from './seed-announcements.ts';
import { demoAdmin, demoStudent, fillClubs, seedClasses, topUpClasses, topUpClubs } from './seed-classes.ts';
import { seedCup, topUpCup } from './seed-cup.ts';
import { seedDesk } from './seed-desk.ts';
import { seedHistory } from './seed-history.ts';
import { seedLedgers, withoutBonus } from './seed-ledgers.ts';
import { seedOwnSeat } from './seed-own-seats.ts';
import { seedSingleSeats } from './seed-payments.ts';
import { seedPeople } from './seed-people.ts';
import { seedPlans, topUpPlans } from './seed-plans.ts';
import { seedPractice } from './seed-practice.ts';
import { seedSeries, topUpSeries } from './seed-series.ts';
import { seedVideos } from './seed-videos.ts';
import { seedInvitation, seedNotes, seedWaiting } from './seed-waiting.ts';

/**
 * Fills an empty database with a demo community in one transaction, and renews at each start what is no longer ahead.
 * It does not touch a database that has users but no demo. If two processes start at once, the second waits for the
 * first one's demo. Returns the sign-ins to offer.
 */
export async function seedDemo(
  outer: Ctx,
  authentication: Authentication,
  dataDir: string,
): Promise<DemoSignIn[]> {
  if (await hasPeople(outer)) {
    if ((await readDemoSignIns(dataDir)).length === 0) return [];
    await inTransaction(outer, renewDemo);
  } else {
    await fillWithDemo(outer, authentication, dataDir);
  }
  return readDemoSignIns(dataDir);
}

/**
 * Makes what a visitor of the demo would miss who comes back after days or in another month: plans, classes and clubs
 * with students, a seat of the student's own with its reminder, a waiting list and the offer of its seat, the cup of
 * this month. What visitors did stays: only what has passed is made again, on classes that they left alone.
 */
async function renewDemo(ctx: Ctx): Promise<void> {
  await waitForOthers(ctx);
  await topUpPlans(ctx);
  await topUpClasses(ctx);
  await topUpClubs(ctx);
  await topUpSeries(ctx);
  await fillClubs(ctx);
  await topUpParts(ctx);
  await topUpCup(ctx);
}

async function topUpParts(ctx: Ctx): Promise<void> {
  await renewParts(ctx, {
    'club-seat': () => seedOwnSeat(ctx, 'club'),
    'class-seat': () => seedOwnSeat(ctx, 'class'),
    'waiting-list': () => seedWaiting(ctx),
    invitation: () => seedInvitation(ctx),
  });
}

/** If two processes start at once, the second waits here, and then finds what the first one made. */
async function waitForOthers({ db }: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`.execute(db);
}

async function hasPeople({ db }: Pick<Ctx, 'db'>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function fillWithDemo(outer: Ctx, authentication: Authentication, dataDir: string): Promise<void> {
  const { password } = await authentication.$context;
  const signIns = demoPeople.map((person) => ({ ...person, password: randomBytes(9).toString('base64url') }));
  const hashes = await Promise.all(signIns.map((person) => password.hash(person.password)));
  await inTransaction(outer, async (ctx) => {
    await waitForOthers(ctx);
    if (await hasPeople(ctx)) return;
    // Written before the demo: sign-ins without a demo do less harm than a demo without sign-ins.
    await writeFile(signInsFile(dataDir), JSON.stringify(signIns, null, 2), { mode: 0o600 });
    const addresses = signIns.map(({ email }) => email);
    const people = await withoutBonus(ctx, () => seedPeople(ctx, addresses));
    for (const [at, { email }] of signIns.entries()) await givePassword(ctx, email, hashes[at] ?? '');
    await seedVideos(ctx);
    const attended = await seedHistory(ctx, people);
    await seedLedgers(ctx, people, await seedPractice(ctx, people, attended));
    await seedClasses(ctx, people);
    await seedPlans(ctx, people);
    await seedSingleSeats(ctx, people);
    await topUpClubs(ctx);
    await seedSeries(ctx, people);
    await fillClubs(ctx);
    await topUpParts(ctx);
    await seedCup(ctx, people);
    await seedDesk(ctx, people, attended);
    await seedNotes(ctx, people, attended);
    await seedAnnouncements(ctx);
  });
}

/** The people who can sign in to the demo; each installation has its own passwords. */
const demoPeople: readonly { role: Role; email: string }[] = [
  { role: 'student', email: demoStudent },
  { role: 'teacher', email: 'mariana@demo.example' },
  { role: 'admin', email: demoAdmin },
];

/** The sign-ins of the demo; empty when there is no demo. */
export async function readDemoSignIns(dataDir: string): Promise<DemoSignIn[]> {
  const text = await readFile(signInsFile(dataDir), 'utf8').catch(() => '[]');
  return JSON.parse(text) as DemoSignIn[];
}

/** The file with the sign-ins, until `close-demo.ts` removes it. */
export function signInsFile(dataDir: string): string {
  return path.join(dataDir, 'demo-sign-ins.json');
}

async function givePassword({ db }: Ctx, email: string, hash: string): Promise<void> {
  await sql`with given as (
    insert into sign_in_methods (user_id, provider_id, account_id, password)
      select id, 'credential', id::text, ${hash} from users where email = ${email} returning user_id, password)
    insert into demo_passwords select user_id, password from given`.execute(db);
}

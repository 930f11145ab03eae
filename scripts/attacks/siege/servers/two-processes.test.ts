import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../../../src/testing/community.ts';
import { racesOfAccounts } from '../load/races-of-accounts.ts';
import { racesOfRows, readDuringImports } from '../load/races-of-rows.ts';
import type { Breakage } from './broken-products.ts';
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts';

// Races that a siege does not run, between two operating-system processes that share nothing but the database. The
// control is the same pair of processes once their locks, and the constraints behind them, are taken out.

let community: Community;
let two: TwoProcesses;
const folder = mkdtempSync(path.join(tmpdir(), 'sumi-two-processes-'));
beforeAll(async () => {
  community = await newCommunity();
  two = await startTwoProcesses(community, folder);
}, 180_000);
afterAll(async () => {
  await two?.close();
  await community.close();
  rmSync(folder, { recursive: true, force: true });
});

const races = [...racesOfRows(() => two), ...racesOfAccounts(() => two)];

describe('between two operating-system processes', () => {
  it.each(races)('$what at once have one winner', async ({ run, holds, rounds }) => {
    for (let round = 0; round < rounds; round++) expect(await run()).toMatch(holds);
  });

  it('readers of both during imports by both see whole boards', async () => {
    expect(await readDuringImports(two)).toBe('whole');
  });
});

/** What makes each row another one than it says, so that the primary key refuses none. */
const asAnother = (table: string, change: string, when = '') => `
  create function forget_${table}() returns trigger language plpgsql as $$ begin ${change}; return new; end $$;
  create trigger forget_${table} before insert on ${table} for each row ${when} execute function forget_${table}()`;

const withoutGuards = [
  'drop index one_live_board',
  'alter table users drop constraint users_email_key',
  'alter table classes drop constraint seats_fit',
  'alter table idempotency_keys drop constraint idempotency_keys_pkey',
  asAnother('used_codes', 'new.code := gen_random_uuid()::text'),
  asAnother('rate_limits', 'new.key := gen_random_uuid()::text'),
  // Not the row that a race begins with.
  asAnother('sms_days', "new.day := date '2000-01-01' + (random() * 9000)::integer", 'when (new.sent = 1)'),
  // The library takes a used code off its list.
  `create function keep_backup_codes() returns trigger language plpgsql as
    $$ begin new.backup_codes := old.backup_codes; return new; end $$;
  create trigger keep_backup_codes before update on two_factors for each row execute function keep_backup_codes()`,
];

async function breakServers(breakage: Breakage): Promise<void> {
  for (const server of two.servers) {
    server.control({ is: 'break', breakage });
    // Its answer comes after the message was carried out.
    await server.measure();
  }
}

/** Runs a race until it ends as `breaks` says. */
async function runUntil(run: () => Promise<string>, breaks: RegExp): Promise<string> {
  let end = '';
  for (let round = 0; round < 120 && !breaks.test(end); round++) end = await run();
  return end;
}

describe('the control: without locks and constraints', () => {
  beforeAll(async () => {
    for (const statement of withoutGuards) await sql.raw(statement).execute(community.db);
    await breakServers('no-locks');
  });

  const breaking = races.flatMap(({ breaks, ...race }) => (breaks ? [{ ...race, breaks }] : []));

  it.each(breaking)('$what at once have two winners', async ({ run, breaks }) => {
    expect(await runUntil(run, breaks)).toMatch(breaks);
  });

  it('readers of both during imports without transactions see no board', async () => {
    await breakServers('no-transactions');
    const seen = /empty/;
    expect(await runUntil(() => readDuringImports(two), seen)).toMatch(seen);
  });
});

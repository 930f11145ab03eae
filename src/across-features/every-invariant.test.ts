import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { everyInvariant } from '../every-invariant.ts';
import { type Community, newCommunity, type Person } from '../testing/community.ts';

let community: Community;
let person: Person;
let other: Person;
beforeAll(async () => {
  community = await newCommunity();
  await community.person({ role: 'admin' });
  person = await community.person({ coins: 500 });
  other = await community.person();
  await community.request(person, 'POST', '/api/store/orders', { itemId: 'custom-avatar' });
});
afterAll(() => community.close());

it('every invariant holds in a community whose data the product has written', async () => {
  expect(await findBroken(community.db, everyInvariant)).toEqual([]);
});

const unguarded = `
  alter table sumicoins_ledger disable trigger ledger_is_append_only;
  alter table sumicoins_ledger drop constraint sign_fits_type, drop constraint one_effect_per_cause,
    drop constraint sumicoins_ledger_balance_after_check;
  alter table wallets drop constraint balance_never_negative;
  alter table user_roles disable trigger user;
  alter table store_items disable trigger items_stay;
  drop index one_live_board;
  alter table orders drop constraint settled_says_who;
  alter table payments drop constraint refunded_was_wanted, drop constraint shares_add_up;`;

const liveBoard = `insert into cup_boards (season, status, row_count, live_at) values ('2026-11-01', 'live', 1, now());`;

/** A closed month with a prize for the row `a`; `more` sets columns of the prize. */
const prize = (more: string) => `
  ${liveBoard}
  insert into duolingo_rankings (board_id, full_name, username, xp_position, streak_position,
      xp_position_in_language, streak_position_in_language) select id, 'A', 'a', 1, 1, 1, 1 from cup_boards;
  insert into cup_seasons (season, board_id, closed_at) select season, id, now() from cup_boards;
  insert into cup_prizes (season, row_id, language, place, coins)
    select season, line.id, 'en', 1, 500 from cup_seasons cross join duolingo_rankings line;
  update cup_prizes set ${more}`;

/** A student marked as present; `more` sets other columns of the enrolment. */
const attended = (more: string) => `
  insert into classes (title, description, starts_at, created_by) values ('x', 'x', now(), P);
  insert into class_enrollments (class_id, user_id) select id, Q from classes;
  update class_enrollments set attended = true, marked_at = now()${more}`;

/** A single seat that was paid for; `more` and `values` are further columns of the payment. */
const paid = (more: string, values = '') => `
  insert into classes (title, description, starts_at, created_by) values ('x', 'x', now(), Q);
  insert into payments (user_id, kind, class_id, title, amount_cents, method, provider, recorded_by, status,
      completed_at, teacher_id, teacher_share_cents, platform_share_cents${more})
    select P, 'single', id, 'x', 300, 'cash', 'manual', Q, 'completed', now(), Q, 210, 90${values} from classes;`;

/** The SQL that breaks each invariant; `P` and `Q` are replaced by the ids of two people. */
const harm: Record<string, string> = {
  'everybody has a wallet': `alter table sumicoins_ledger drop constraint sumicoins_ledger_user_id_fkey;
    delete from wallets where user_id = Q`,
  'a wallet is the sum of its ledger and counts its movements':
    'update wallets set balance = 7 where user_id = P',
  'no wallet was ever negative': 'update wallets set balance = -1 where user_id = P',
  'movements follow one another without a gap, each from the balance before':
    'delete from sumicoins_ledger where user_id = P and sequence = 2',
  'a cause moves coins once': "update sumicoins_ledger set cause = 'signup' where user_id = P",
  'the sign of a movement fits its type':
    "update sumicoins_ledger set transaction_type = 'purchase' where user_id = Q",
  'the ledger refuses changes': 'alter table sumicoins_ledger disable trigger ledger_is_append_only',
  'an order has one debit: its price, from its buyer': 'update orders set price = price + 1',
  'coins spent on an order have bought it': 'delete from orders',
  'a refunded order gave back its price, to its buyer, once':
    "update orders set status = 'refunded', refund_id = debit_id",
  'a settled order says by whom and when; a certificate belongs to a fulfilled order of its owner':
    "update orders set status = 'fulfilled'",
  'coins given back for an order are its refund': "select append_to_ledger(Q, 5, 'refund', 'x', 'refund:1')",
  'an order names an item of the store': "delete from store_items where id = 'custom-avatar'",
  'the teacher’s share and the platform’s are the price, and the teacher’s is its floor of 70 %': `${paid('')} update payments set teacher_share_cents = 200, platform_share_cents = 100`,
  'the audit log refuses changes': 'alter table audit_log disable trigger audit_log_is_append_only',
  'the lines of the audit log last a year, and those about money for good':
    'alter table audit_log disable trigger audit_lines_last_a_year',
  'the words of the audit log refuse changes':
    'alter table audit_words disable trigger audit_words_only_get_a_person',
  'the words of the audit log go with the account of their person alone':
    'alter table audit_words disable trigger audit_words_go_with_their_person',
  'the audit log says nothing by which a deleted account was known': `
    insert into audit_log (actor_id, act) values (P, 'people.ban');
    insert into audit_words (line_id, key, words, person_id) select id, 'name', 'x', Q from audit_log;
    update users set deleted_at = now(), banned_at = now() where id = Q`,
  'no notice has the name of an account that was deleted since': `
    insert into notifications (user_id, kind, detail, names_person)
      values (P, 'teachers.applied', '{"name": "Quetzalli"}', Q);
    update users set deleted_at = now(), banned_at = now() where id = Q`,
  'no deleted account has notices': `
    update users set deleted_at = now(), banned_at = now() where id = P;
    insert into notifications (user_id, kind) values (P, 'payments.refunded')`,
  'items of the store stay': 'drop trigger items_stay on store_items',
  'seats in coming classes belong to students of their age group': `
    insert into classes (title, description, starts_at, created_by) values ('x', 'x', now() + interval '1 day', P);
    insert into class_enrollments (class_id, user_id) select id, Q from classes;
    update profiles set age_group = 'kid' where user_id = Q`,
  'the database refuses seats to students of the other age group':
    'alter table class_enrollments disable trigger seat_fits_student',
  'each paid seat exists, or was left too late for a refund, or is being refunded': paid(''),
  'a held seat has a pending payment, and is held at most an hour past its time': `${paid('')}
    insert into class_enrollments (class_id, user_id, payment_id, held_until)
      select class_id, user_id, id, now() from payments`,
  'a payment is refunded at most once, and only when it was wanted': `${paid('')} update payments set status = 'refunded', refunded_at = now()`,
  'what was paid otherwise than asked goes back': `${paid('')} update payments set paid_cents = 200, paid_currency = 'USD'`,
  'money is given back by an administrator only where its refund failed or it was paid by hand or voucher, with one act on record': `${paid('')}
    update payments set status = 'refunded', refunded_at = now(), refund_wanted_at = now(), refund_failed_at = now(),
      given_back_at = now(), given_back_method = 'cash', given_back_reason = 'x', given_back_by = Q`,
  'a share that changed hands is owed to its last teacher alone, and was paid to the first': `${paid('')}
    insert into share_hand_overs (payment_id, from_id, to_id, is_first, handed_over_at)
      select id, Q, P, true, now() from payments`,
  'a month of a subscription is paid for once': `
    insert into payments (user_id, kind, tier, amount_cents, method, provider, status, completed_at,
        platform_share_cents, subscription_ref, paid_until)
      select P, 'membership', 'basic', 1000, 'card', 'test', 'completed', now(), 1000, 'sub', '2026-12-01'
      from generate_series(1, 2)`,
  'every user has a role': 'delete from user_roles where user_id = P',
  "a user's role is the strongest of the roles they hold": "update users set role = 'admin' where id = P",
  'every user has a profile': 'delete from profiles where user_id = P',
  'a community that has users has an administrator': "update user_roles set role = 'student'",
  'the seats taken equal the enrolments, and never exceed the capacity': `
    insert into classes (title, description, starts_at, created_by, seats_taken) values ('x', 'x', now(), P, 3)`,
  'no student waits for a class in which they have a seat': `
    insert into classes (title, description, starts_at, created_by) values ('x', 'x', now(), P);
    insert into class_enrollments (class_id, user_id) select id, Q from classes;
    insert into class_waiting (class_id, user_id) select id, Q from classes`,
  'a free seat in a class that students wait for is about to be offered': `
    insert into classes (title, description, starts_at, created_by) values ('x', 'x', now() + interval '1 day', P);
    insert into class_waiting (class_id, user_id) select id, Q from classes`,
  'the rating of a teacher is the average of their reviews that count': `
    insert into teacher_profiles (user_id, bio, languages_taught, total_reviews) values (Q, 'x', '{en}', 3)`,
  'once the roll is closed, each student who attended has the practice of the class, and no other': attended(
    '; update classes set roll_closed_at = now()',
  ),
  'coins for a class went to a student on its closed roll':
    "select append_to_ledger(Q, 20, 'event_reward', 'x', 'class:1')",
  'an absence that counts is of a club that was not cancelled, and missed by a student absent on its closed roll': `
    insert into classes (title, description, starts_at, created_by, kind) values ('x', 'x', now(), P, 'club');
    insert into class_absences (class_id, user_id, how, recorded_at) select id, Q, 'missed', now() from classes`,
  'no class got more than five messages within 24 hours': `
    insert into classes (title, description, starts_at, created_by) values ('x', 'x', now(), P);
    insert into class_messages (class_id, words, written_by, readers, sent_at)
      select id, 'x', P, 1, now() - hours * interval '4 hours' from classes, generate_series(0, 5) as hours`,
  'a notice of an announcement is gone with it': `
    insert into notifications (user_id, kind, about) values (P, 'announcements.posted', gen_random_uuid())`,
  'a class on offer is its teacher’s who offers it, and not cancelled': `
    insert into classes (title, description, starts_at, created_by) values ('x', 'x', now(), P);
    insert into class_offers (class_id, from_id, to_id) select id, Q, P from classes`,
  'no student attended a cancelled class': attended(
    ", practised_seconds = 60, practised_on = '2026-11-20'; update classes set status = 'cancelled', cancelled_at = now()",
  ),
  'exactly one cup board is live after the first import': liveBoard + liveBoard,
  "a cup board's row count is the number of its rows": liveBoard,
  'a paid prize of the cup is in the ledger of its winner, once and with its amount': prize(
    "status = 'paid', user_id = P, settled_at = now()",
  ),
  'the practice of a cup row is that of its confirmed owner':
    "insert into cup_practice (season, username, user_id, day) values ('2026-11-01', 'a', P, '2026-11-20')",
  'a counted row of the cup is a day of practice of its owner':
    "insert into cup_practice (season, username, user_id, day, counted) values ('2026-11-01', 'a', P, '2026-11-20', true)",
  'a row with an owner has no prize that waits': `${prize('coins = 1')};
    insert into cup_claims (user_id, username, status, decided_at) values (P, 'A', 'confirmed', now())`,
  'a row of the cup that a person left by another address has that address, and no deleted account decides it': `
    ${prize('coins = 1')};
    insert into cup_former_rows (row_id, user_id, proved) select id, P, true from duolingo_rankings`,
  "a profile's videos and learning time are the sums of its views and classes":
    'update profiles set total_videos_watched = 1 where user_id = P',
  "a profile's streak is its practice days in a row, up to the last, joined by kept days":
    'update profiles set streak_days = 3 where user_id = P',
  'no administrator has a password of fewer than twelve characters': `
    insert into user_roles (user_id, role) values (P, 'admin');
    alter table sign_in_methods disable trigger user;
    insert into sign_in_methods (user_id, provider_id, account_id, password) values (P, 'credential', 'x', 'salt:hash')`,
  'no invitation link has invited more people than it counts': `
    insert into invite_links (user_id, label, most_uses, ends_at) values (P, 'x', 5, now());
    update users set invited_by_link = (select id from invite_links) where id = Q`,
  'a used shield kept its day, and each day that a shield kept used one':
    "insert into streak_shields (user_id, got_on, used_on) values (P, '2026-11-20', '2026-11-21')",
};

it.each(everyInvariant)('the doctor reports a breach of: $name', async ({ name, query }) => {
  const done = (harm[name] ?? '').replaceAll(
    /\b[PQ]\b/g,
    (who) => `'${(who === 'P' ? person : other).id}'::uuid`,
  );
  const found = await rolledBack(community.db, async (db) => {
    await sql.raw(unguarded).execute(db);
    await sql.raw(done).execute(db);
    return (await sql.raw(query).execute(db)).rows;
  });
  expect(done).not.toBe('');
  expect(found).not.toEqual([]);
});

/** The result of `act`, run in a transaction that is rolled back. */
async function rolledBack<T>(db: Db, act: (db: Db) => Promise<T>): Promise<T> {
  const transaction = await db.startTransaction().execute();
  try {
    return await act(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}

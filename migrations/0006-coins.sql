-- Sumicoins. The ledger is the truth. A wallet is its running total, kept so that a balance is one read.
create table wallets (
  user_id uuid primary key references users,
  balance integer not null default 0 constraint balance_never_negative check (balance >= 0),
  last_sequence integer not null default 0
);
-- Administrators list people by their coins.
create index wallets_by_balance on wallets (balance, user_id);

create table sumicoins_ledger (
  id uuid primary key default uuidv7(),
  user_id uuid not null references wallets,
  -- 1, 2, 3… for each user, without a gap.
  sequence integer not null,
  amount integer not null check (amount <> 0 and abs(amount) <= 1000000),
  balance_after integer not null check (balance_after >= 0),
  transaction_type text not null check (transaction_type in (
    'reward', 'purchase', 'refund', 'admin_credit', 'admin_debit',
    'duolingo_reward', 'event_reward', 'referral', 'signup_bonus')),
  description text not null check (length(description) between 1 and 300),
  -- What this movement pays for or gives back. The unique constraint makes it idempotent: one movement per cause.
  cause text not null check (length(cause) between 1 and 200),
  created_at timestamptz not null default clock_timestamp(),
  -- A reward for a class is taken back by a negative movement of its own type, when the teacher corrects the
  -- attendance.
  constraint sign_fits_type check (
    transaction_type = 'event_reward' or (transaction_type in ('purchase', 'admin_debit')) = (amount < 0)),
  unique (user_id, sequence),
  constraint one_effect_per_cause unique (user_id, cause)
);
-- For the administrators' charts by week. The ledger is written in the order of time, which suits a BRIN index. It
-- costs a purchase almost nothing.
create index ledger_by_time on sumicoins_ledger using brin (created_at) with (pages_per_range = 32);
create trigger ledger_publishes after insert on sumicoins_ledger referencing new table as changed
  for each statement execute function publish_to_people('coins.changed');
create trigger ledger_is_append_only before update or delete or truncate on sumicoins_ledger
  for each statement execute function refuse_change();

-- How many coins each rule gives. A table and not code, so that administrators can change it.
create table coin_rules (
  rule text primary key,
  amount integer not null check (amount between 0 and 100000),
  -- How often a day one user can earn it. Null for rules without a daily limit.
  daily_most integer check (daily_most > 0)
);
insert into coin_rules (rule, amount, daily_most) values
  ('signup_bonus', 50, null), ('counted_video', 1, 5), ('attended_class', 20, 3),
  -- The day of a streak; each seventh day pays the week instead. An inviter is paid once the invited person attended.
  ('streak_day', 5, null), ('streak_week', 50, null), ('referral', 100, 3);

-- The other numbers of coins and streaks that administrators set.
create table coin_settings (
  only_row boolean primary key default true check (only_row),
  -- How many coins a month may issue, so that they hold their value. Practice and invitations stop paying there; what
  -- was promised by name is paid all the same: the cup's prizes count, the bonus of a sign-up does not.
  monthly_ceiling integer not null default 250000 check (monthly_ceiling between 0 and 100000000),
  -- How many streak shields a person has in hand at most.
  most_shields integer not null default 2 check (most_shields between 1 and 5),
  -- How long a planned holiday is at most, and how long after one the next may begin.
  holiday_days integer not null default 14 check (holiday_days between 1 and 31),
  days_between_holidays integer not null default 30 check (days_between_holidays between 0 and 365),
  -- Whether the server sends letters, as its settings said when it started. Then practice and invitations pay only for
  -- people with a proved contact.
  letters_arrive boolean not null default false
);
insert into coin_settings default values;

-- Whether practice and invitations pay for a person: where the server sends letters, only with a proved contact.
create function may_earn(person uuid) returns boolean language sql stable
  begin atomic
    select not (select letters_arrive from coin_settings) or has_proved_contact(person);
  end;

-- How many coins each month issued for practice, invitations and the cup, by Mexico City's calendar. In parts, because
-- transactions that count in one row would wait for one another's commit.
create table coins_issued (
  month date not null check (month = date_trunc('month', month)),
  part smallint not null,
  -- Negative where more was taken back in this part than given.
  coins integer not null,
  primary key (month, part)
);

create function month_of_issue(at timestamptz) returns date language sql immutable parallel safe
  return date_trunc('month', at at time zone 'America/Mexico_City')::date;

create function coins_issued_in(asked date) returns bigint language sql volatile
  begin atomic select coalesce(sum(coins), 0) from coins_issued where month = asked; end;

-- Near the ceiling one transaction at a time, so that each sees what the one before it issued.
create function wait_near_ceiling() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('coins near the ceiling'));
end $$;

-- Counts coins as issued in the month of `at`; negative ones go back to it. False, and nothing is counted, where they
-- are `capped` and go beyond the ceiling.
create function issue_coins(coins integer, at timestamptz, capped boolean) returns boolean language plpgsql as $$
declare
  this_month date := month_of_issue(at);
  most integer := (select monthly_ceiling from coin_settings);
  issued bigint := coins_issued_in(this_month);
begin
  -- Beyond the ceiling whatever others issue meanwhile, so without a wait that could deadlock with theirs.
  if capped and issued + coins > most then
    return false;
  end if;
  -- More than the transactions that run at the same time can issue.
  if capped and issued + coins > most - 5000 then
    perform wait_near_ceiling();
    if coins_issued_in(this_month) + coins > most then
      return false;
    end if;
  end if;
  insert into coins_issued as known values (this_month, pg_backend_pid() % 64, issue_coins.coins)
    on conflict (month, part) do update set coins = known.coins + excluded.coins;
  return true;
end $$;

-- The only writer of the ledger: everything that moves coins goes through it. Each of these people gets one movement,
-- all in one statement; a person stands in `people` once. It locks their wallets, so movements of one person follow one
-- another. A trigger tells their browsers. `ledger_id` is the movement of this cause. `known` says that an earlier call
-- made it, and then nothing changes. `ledger_id` is null when the balance is too low, or when a deleted account would
-- buy. `balance` is the balance afterwards.
create function append_movements(people uuid[], coins integer[], kind text, said text[], because text[])
returns table (person uuid, ledger_id uuid, balance integer, known boolean) language plpgsql
-- Planned once. PostgreSQL would plan it for each call's arrays, which takes four times as long as doing it for one
-- person.
set plan_cache_mode = force_generic_plan as $$
declare
  wallets_held bigint;
begin
  -- In one order, so that two calls never wait for each other.
  perform from wallets where user_id = any(people) order by user_id for update;
  get diagnostics wallets_held = row_count;
  if wallets_held < cardinality(people) then
    raise exception 'no wallet for each of %', people using errcode = 'foreign_key_violation';
  end if;
  return query
  with asked as materialized (
    select asked.*, wallets.balance as held, wallets.last_sequence, before.id as known_id
    from unnest(people, coins, said, because) as asked (person, coins, said, because)
      join wallets on wallets.user_id = asked.person
      left join sumicoins_ledger before on before.user_id = asked.person and before.cause = asked.because),
  made as (
    insert into sumicoins_ledger (user_id, sequence, amount, balance_after, transaction_type, description, cause)
    select asked.person, last_sequence + 1, asked.coins, held + asked.coins, kind, asked.said, asked.because
    from asked where known_id is null and held + asked.coins >= 0
      -- Read after the wallet's lock, for which the purchase may have waited until the deletion was over.
      and not (kind = 'purchase' and exists (select from users where id = asked.person and deleted_at is not null))
    returning id, user_id, sequence, balance_after),
  paid as (
    update wallets set balance = balance_after, last_sequence = sequence from made where wallets.user_id = made.user_id)
  select asked.person, coalesce(made.id, known_id), coalesce(balance_after, held), known_id is not null
  from asked left join made on made.user_id = asked.person;
end $$;

-- One movement. src/features/coins/README.md says who calls it.
create function append_to_ledger(person uuid, coins integer, kind text, said text, because text)
returns table (ledger_id uuid, balance integer, known boolean) language sql as $$
  select ledger_id, balance, known
    from append_movements(array[person], array[coins], kind, array[said], array[because])
$$;

-- How often coins moved for a cause (named `because`, then `because:1`, `because:2`), and how many of them the person
-- has.
create function given_for(person uuid, because text)
returns table (times integer, coins integer) language plpgsql stable as $$
begin
  -- The first movement of a cause has its bare name, so most calls end their search here.
  if not exists (select from sumicoins_ledger where user_id = person and cause = because) then
    return query select 0, 0;
  else
    return query select count(*)::integer, sum(amount)::integer from sumicoins_ledger
      where user_id = person and (cause = because or starts_with(cause, because || ':'));
  end if;
end $$;

-- Brings what a person was given for a cause to `owed` coins: gives what is missing, or takes back what is too much as
-- far as they still have it. Asked again it moves nothing. `moved` says by how many coins the balance changed.
-- `withheld` says what stopped a reward, the month's ceiling or a person without a proved contact: strangers with
-- made-up addresses could use up the month by practice. Then nothing has moved. Null where it was paid.
create function settle_reward(person uuid, owed integer, kind text, said text, because text, at timestamptz)
returns table (moved integer, withheld text) language plpgsql as $$
declare
  balance integer := (select wallets.balance from wallets where user_id = person for update);
  given integer;
  times integer;
begin
  select given_for.times, given_for.coins into times, given from given_for(person, because);
  moved := greatest(owed - given, -balance);
  if moved > 0 then
    if not may_earn(person) then
      withheld := 'unproved';
    elsif not issue_coins(moved, at, true) then
      withheld := 'ceiling';
    end if;
  end if;
  if withheld is not null then
    moved := 0;
  elsif moved <> 0 then
    perform append_to_ledger(person, moved, case when moved > 0 then kind else 'event_reward' end, said,
      because || case when times > 0 then ':' || times else '' end);
    if moved < 0 then
      perform issue_coins(moved, at, false);
    end if;
  end if;
  return next;
end $$;

-- Every new user gets a wallet and the sign-up bonus in the transaction that makes the account. The bonus does not
-- count as issued: strangers with made-up addresses could use up the month, and practice would pay no member.
create function make_wallet() returns trigger language plpgsql as $$
declare
  bonus integer := (select amount from coin_rules where rule = 'signup_bonus');
begin
  insert into wallets (user_id) values (new.id);
  if bonus > 0 then
    perform append_to_ledger(new.id, bonus, 'signup_bonus', 'Bono de bienvenida', 'signup');
  end if;
  return null;
end $$;
create trigger new_user_gets_wallet after insert on users for each row execute function make_wallet();

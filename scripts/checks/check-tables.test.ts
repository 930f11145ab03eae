import { expect, it } from 'vitest';
import { findTableFaults, type LaterTable } from './check-tables.ts';
import { findUsesInSql, findUsesInTypeScript } from './find-table-uses.ts';
import { readTree } from './read-tree.ts';

const order = ['accounts', 'coins', 'store'];
const tables: [string, string][] = [
  [
    'migrations/0001-server.sql',
    'create table events (id bigint);\ncreate function tell() returns void as $$ insert into events values (1) $$;',
  ],
  ['migrations/0002-accounts.sql', 'create table users (id uuid);\ncreate table user_roles (user_id uuid);'],
  [
    'migrations/0003-coins.sql',
    `create table wallets (user_id uuid references users);
     create view balances as select * from wallets;
     create function pay(person uuid) returns void language plpgsql as $$
       begin update wallets set balance = 0 where user_id = person; end $$;
     create function bonus(person uuid) returns void language sql as $$ select pay(person) $$;
     create function balance_of(person uuid) returns integer language sql as 'select balance from wallets';`,
  ],
  ['migrations/0004-store.sql', 'create table orders (user_id uuid references users);'],
];
const faultsWith = (file: string, text: string, allowed: LaterTable[] = []) =>
  findTableFaults(new Map([...tables, [file, text]]), order, allowed);

it('check:tables finds no fault in the tree as it is', () => {
  const files = readTree();
  const listed = (file: string) => JSON.parse(files.get(`scripts/checks/${file}`) ?? '');
  expect(findTableFaults(files, listed('feature-order.json'), listed('later-tables.json'))).toEqual([]);
});

// Each breaks one rule. If the reader of SQL saw nothing, everything would look in order: here that shows.
it.each([
  ['an insert by the builder', "ctx.db.insertInto('wallets').values({})"],
  ['an update by the builder', "db.updateTable('wallets').set({})"],
  ['a delete by the builder', "trx.deleteFrom('wallets')"],
  ['a merge by the builder', "db.mergeInto('wallets')"],
  ['an insert in a template', 'sql`insert into wallets (user_id) values (1)`'],
  [
    'an update in a common table expression',
    'sql<Row>`with paid as (update wallets set balance = 0) select 1`',
  ],
  ['a delete in a string', 'client.query("delete from wallets")'],
  ['a call of an SQL function that writes', 'sql`select pay(1)`'],
  ['a call of an SQL function that writes through another', 'sql`select bonus(1)`'],
])("check:tables reports %s to another feature's table", (_, code) => {
  expect(faultsWith('src/features/store/buy-item.ts', code)).toHaveLength(1);
  expect(faultsWith('src/features/coins/grant-coins.ts', code)).toEqual([]);
});

it.each([
  [
    'a write in a trigger function',
    'create function f() returns trigger as $$ begin insert into users values (1); end $$;',
  ],
  ['a column added', 'alter table users add column coins integer;'],
  ['an index', 'create index users_by_coins on users (id);'],
  ['rows inserted', 'insert into users (id) values (1);'],
])("check:tables reports %s in another feature's migration", (_, text) => {
  expect(faultsWith('migrations/0005-coins.sql', text).join()).toContain(
    'writes users, which belongs to accounts',
  );
});

it.each([
  ['selectFrom', "db.selectFrom('orders as bought')"],
  ['a list of tables', "db.selectFrom(['users', 'orders'])"],
  ['a join', "query.leftJoin('orders', 'orders.userId', 'users.id')"],
  ['a subquery by a destructured builder', "(({ selectFrom }) => selectFrom('orders'))()"],
  ['a join in a template', 'sql`select 1 from users join orders on true`'],
  ['a list in a template', 'sql`select 1 from users, orders where true`'],
  ['a view', 'sql`select balance from balances`'],
  ['an SQL function', 'sql`select balance_of(1)`'],
])(
  "check:tables reports a read of a later feature's table by %s, and no read of an earlier one",
  (_, code) => {
    expect(faultsWith('src/features/accounts/reads.ts', code)).toHaveLength(1);
    expect(faultsWith('src/features/store/reads.ts', code)).toEqual([]);
  },
);

it('check:tables reports a foreign key and a trigger that name a later feature', () => {
  const key = 'create table sessions (order_id uuid references orders);';
  expect(faultsWith('migrations/0005-accounts.sql', key)).toHaveLength(1);
  const trigger = 'create trigger t after insert on orders for each row execute function f();';
  expect(faultsWith('migrations/0005-accounts.sql', trigger)).toHaveLength(1);
});

it('check:tables lets a later feature hang a trigger and a foreign key on an earlier table', () => {
  const trigger = 'create trigger t after insert on users for each row execute function bonus();';
  expect(faultsWith('migrations/0005-store.sql', trigger)).toEqual([]);
  const key = 'alter table wallets add constraint k foreign key (order_id) references orders;';
  expect(faultsWith('migrations/0005-store.sql', key)).toEqual([]);
});

it('check:tables takes a read that is listed with a reason, and reports an entry that is not needed', () => {
  const entry = { feature: 'accounts', table: 'orders', reason: 'The account page shows the last order.' };
  const reads = "db.selectFrom('orders')";
  expect(faultsWith('src/features/accounts/reads.ts', reads, [entry])).toEqual([]);
  expect(faultsWith('src/features/accounts/reads.ts', '', [entry]).join()).toContain('not needed any more');
  const unreasoned = { ...entry, reason: 'why not' };
  expect(faultsWith('src/features/accounts/reads.ts', reads, [unreasoned]).join()).toContain('no reason');
  expect(faultsWith('src/features/accounts/rules.ts', "db.insertInto('orders')", [entry])).toHaveLength(2);
});

it("check:tables reports a computed table name, and a migration that is no feature's", () => {
  expect(faultsWith('src/features/store/reads.ts', 'sql.table(name)')).toHaveLength(1);
  expect(faultsWith('migrations/0005-extras.sql', 'select 1;')).toHaveLength(1);
});

it("check:tables lets every feature call the server's functions, and none write the server's tables", () => {
  expect(faultsWith('src/features/store/buy-item.ts', 'sql`select tell()`')).toEqual([]);
  expect(faultsWith('src/features/store/buy-item.ts', "db.insertInto('events')")).toHaveLength(1);
});

it('check:tables leaves tests and test set-ups alone', () => {
  const code = "db.insertInto('wallets')";
  expect(faultsWith('src/features/store/buy-item.test.ts', code)).toEqual([]);
  expect(faultsWith('src/features/store/order-for-tests.ts', code)).toEqual([]);
});

it('comments, literals and row locks name no table', () => {
  expect(findUsesInSql("-- from users\nselect 'from orders' from wallets for update of wallets")).toEqual([
    { kind: 'read', name: 'wallets' },
  ]);
  expect(findUsesInTypeScript("Array.from(users); t('orders'); // from wallets")).toEqual([]);
});

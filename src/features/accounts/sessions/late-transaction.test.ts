import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../../testing/community.ts';
import { LateTransaction } from './late-transaction.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ poolSize: 1 });
});
afterAll(() => community.close());

async function nameOf(id: string): Promise<string> {
  const { db } = community;
  return (await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;
}

const rename = ({ db }: LateTransaction, id: string, name: string) =>
  db.updateTable('users').set({ name }).where('id', '=', id).execute();

it('a late transaction that has only read leaves the only connection to others', async () => {
  const { id } = await community.person({ name: 'Antes' });
  const transaction = new LateTransaction(community.db, { waits: false });
  const read = () =>
    transaction.db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  expect(await read()).toEqual({ name: 'Antes' });
  await community.db.updateTable('users').set({ name: 'Entre' }).where('id', '=', id).execute();
  expect(await read()).toEqual({ name: 'Entre' });
  await transaction.commit();
});

it.each([
  ['committed', 'Después'],
  ['rolled back', 'Antes'],
])('what a late transaction has written is %s with it', async (ending, name) => {
  const { id } = await community.person({ name: 'Antes' });
  const transaction = new LateTransaction(community.db, { waits: false });
  await rename(transaction, id, 'Después');
  await (ending === 'committed' ? transaction.commit() : transaction.rollback());
  expect(await nameOf(id)).toBe(name);
});

it('a late transaction that waits commits each write by itself, and none of those after the wait alone', async () => {
  const [before, after] = [await community.person(), await community.person()];
  const transaction = new LateTransaction(community.db, { waits: true });
  await rename(transaction, before.id, 'Ana');
  transaction.ready();
  await rename(transaction, after.id, 'Ana');
  await transaction.rollback();
  expect(await nameOf(before.id)).toBe('Ana');
  expect(await nameOf(after.id)).toBe(after.name);
});

it('a late transaction tells its first failed statement, and refuses statements after its end', async () => {
  const { id } = await community.person();
  const transaction = new LateTransaction(community.db, { waits: false });
  await rename(transaction, id, 'Ana');
  expect(transaction.failed).toBeUndefined();
  await expect(sql`select 1 / 0`.execute(transaction.db)).rejects.toThrow('division by zero');
  await expect(rename(transaction, id, 'Eva')).rejects.toThrow('aborted');
  expect(transaction.failed?.error).toMatchObject({ message: 'division by zero' });
  await transaction.rollback();
  await expect(rename(transaction, id, 'Eva')).rejects.toThrow('after the end');
});

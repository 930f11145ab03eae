import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { notify } from './notify.ts';
import { withdrawNotices } from './withdraw-notices.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const kind = 'payments.refunded';
const otherKind = 'store.refunded';

type Withdrawal = { about: string; person?: string; once?: string };

/** What use cases call and what triggers call: both have to do the same. */
const ways = {
  withdrawNotices: async ({ about, person, once }: Withdrawal) =>
    withdrawNotices(await community.ctxFor(), {
      kinds: [kind],
      about,
      ...(person && { from: person }),
      ...(once && { once }),
    }),
  withdraw_notices: ({ about, person, once }: Withdrawal) =>
    sql`select withdraw_notices(array[${kind}], ${about}, ${person ?? null}, ${once ?? null})`.execute(
      community.db,
    ),
};

type More = { as?: string; read?: boolean; once?: string };

async function tell(
  person: Person,
  about: string,
  { as = kind, read = false, once }: More = {},
): Promise<string> {
  const notice = { to: [person.id], kind: as, about, detail: { title: 'Club' } };
  await notify(await community.ctxFor(), { ...notice, ...(once && { once }) });
  const { id } = await community.db
    .selectFrom('notifications')
    .select('id')
    .where('userId', '=', person.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await community.db
    .insertInto('noticeDeliveries')
    .values({ noticeId: id, channel: 'email' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (read) {
    const one = community.db.updateTable('notifications').where('id', '=', id);
    await one.set({ readAt: new Date() }).execute();
  }
  return id;
}

/** By notice, what became of its letter; null for one that still waits. */
async function lettersOf(...ids: readonly string[]): Promise<Record<string, string | null>> {
  const rows = await community.db
    .selectFrom('notifications')
    .innerJoin('noticeDeliveries', 'noticeId', 'id')
    .select(['id', 'outcome'])
    .where('id', 'in', ids)
    .where('channel', '=', 'email')
    .execute();
  return Object.fromEntries(rows.map(({ id, outcome }) => [id, outcome]));
}

const lastTold = () =>
  community.db
    .selectFrom('events')
    .select('audience')
    .where('kind', '=', 'notifications.changed')
    .orderBy('id', 'desc')
    .executeTakeFirst();

it.each(Object.entries(ways))(
  '%s deletes unread notices of its kinds about a row, and stops the letters about those that were read',
  async (_name, withdraw) => {
    const [ana, beto] = [await community.person(), await community.person()];
    const [row, otherRow] = [randomUUID(), randomUUID()];
    const [hers, his] = [await tell(ana, row), await tell(beto, row)];
    const read = await tell(ana, row, { read: true });
    const [ofOtherRow, ofOtherKind] = [await tell(ana, otherRow), await tell(ana, row, { as: otherKind })];
    const all = [hers, his, read, ofOtherRow, ofOtherKind];
    await withdraw({ about: row, person: ana.id });
    const left = { [his]: null, [read]: 'unwanted', [ofOtherRow]: null, [ofOtherKind]: null };
    expect(await lettersOf(...all)).toEqual(left);
    expect(await lastTold()).toEqual({ audience: [ana.id] });
    const hisRead = await tell(beto, row, { read: true });
    await withdraw({ about: row });
    expect(await lettersOf(...all, hisRead)).toEqual({
      [read]: 'unwanted',
      [hisRead]: 'unwanted',
      [ofOtherRow]: null,
      [ofOtherKind]: null,
    });
    expect(await lastTold()).toEqual({ audience: [beto.id] });
  },
);

it.each(Object.entries(ways))(
  '%s deletes only the notice under a key where one is named',
  async (_, withdraw) => {
    const person = await community.person();
    const row = randomUUID();
    const [one, other] = [
      await tell(person, row, { once: 'one' }),
      await tell(person, row, { once: 'other' }),
    ];
    await withdraw({ about: row, once: 'one' });
    expect(await lettersOf(one, other)).toEqual({ [other]: null });
  },
);

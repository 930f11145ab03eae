import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { goneName } from '#server/own-data/own-data.ts';
import { wantDeliveries } from './delivery/want-deliveries.ts';

/**
 * The values for the words of a notice: titles, amounts, instants in ISO 8601. The name of a person is none of them: it
 * is given as `names`, and the database refuses it here.
 */
export type NoticeDetail = Readonly<Record<string, string | number | null>>;

/** A person whom a notice names, as `{{name}}` in its words; their name goes with their account. */
export type NamedPerson = { id: string; name: string };

export type Notice = {
  /** Ids of the recipients. */
  to: readonly string[];
  /** Whether the actor is told nothing, because it was their own act on their own things. */
  exceptActor?: boolean;
  /** `feature.what-happened`; its text is in this feature's catalogues under `kinds`. */
  kind: string;
  detail?: NoticeDetail;
  names?: NamedPerson | undefined;
  /** The path of the page that it links to. */
  link?: string;
  /** The class or other row that it is about. */
  about?: string;
  /** The other classes that it is about, where one act concerns several; their letter carries them all. */
  alsoAbout?: readonly string[];
  /** A key under which each recipient is told once, however often this is called and by however many processes. */
  once?: string;
};

/**
 * Sends a notice to people, in the transaction of what it is about: to the bell, and to where else each of them chose
 * to be told. Nothing leaves before the commit. A person who has deleted their account is told nothing and named no
 * more: due work, such as a refund, goes on after that.
 */
export async function notify(
  outer: Ctx,
  {
    to: all,
    exceptActor = false,
    kind,
    detail: values = {},
    names,
    link,
    about,
    alsoAbout = [],
    once,
  }: Notice,
): Promise<void> {
  const left = exceptActor && outer.actor.kind === 'member' ? outer.actor.userId : null;
  const to = all.filter((id) => id !== left);
  if (to.length === 0) return;
  await inTransaction(outer, async (ctx) => {
    const there = await listThere(ctx, [...to, ...(names ? [names.id] : [])]);
    const people = [...new Set(to)].filter((id) => there.has(id));
    if (people.length === 0) return;
    const detail = { ...values, ...(names && { name: there.has(names.id) ? names.name : goneName }) };
    const made = await ctx.db
      .insertInto('notifications')
      .columns(['userId', 'kind', 'detail', 'namesPerson', 'link', 'about', 'alsoAbout', 'once', 'createdAt'])
      .expression(
        sql`select person, ${kind}, ${JSON.stringify(detail)}, ${names?.id}, ${link}, ${about},
          nullif(${alsoAbout}::uuid[], '{}'), ${once}, ${ctx.now} from unnest(${people}::uuid[]) as person`,
      )
      .onConflict((conflict) =>
        conflict.columns(['userId', 'once']).where('once', 'is not', null).doNothing(),
      )
      .returning(['id', 'userId'])
      .execute();
    if (made.length === 0) return;
    await wantDeliveries(ctx, { kind, detail }, made);
    await publish(ctx, { kind: 'notifications.changed', audience: made.map(({ userId }) => userId) });
  });
}

/**
 * Which of some people have an account still. Holds the accounts: a deletion waits, and finds the notice when it erases
 * them, or is over before they are looked up.
 */
async function listThere({ db }: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const people = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(people.map(({ id }) => id));
}

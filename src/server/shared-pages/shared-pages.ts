import type { Db } from '../db/connect.ts';
import type { Follower } from '../events/follow-events.ts';
import type { Replica } from '../replica/follow-replica.ts';
import { type Address, nameOf } from './page-address.ts';
import { pack, type ReadPage, type SharedPage } from './shared-page.ts';

/** Reads a page from a replica, or from the primary where there is none. */
type ReadFrom<Value> = (replica: Db | null) => Promise<ReadPage<Value>>;

/** Which page is asked for, by whom and when. */
export type AskedPage = {
  /** Everything that the page depends on beside its tables and the clock. */
  key: string;
  /** Tables of which any change makes the page stale. */
  tables: readonly string[];
  /** Who asks; null for a visitor. */
  userId: string | null;
  now: Date;
};

/** A page that is kept, and the address that it was found under. */
export type PageAtAddress = { page: SharedPage<unknown>; address: Address };

type Kept = {
  /** Names of tables, and of a person's rows in tables, whose changes make the page stale. */
  sources: readonly string[];
  page: Promise<SharedPage<unknown>>;
  /** Null while the page is still being read. */
  done: { page: SharedPage<unknown>; bytes: number; expiresAt: number } | null;
  /** Under which requests the page is found without its key. */
  addresses: Set<Address>;
};

/**
 * No page is answered by a process that has not read the events table within this time, or since the page was asked
 * for.
 */
export const leaseMs = 1000;

/** A look begins this long after the last one, before the lease ends and a reader has to wait for it. */
const lookAgainAfterMs = 500;

/** A page stands under no more addresses: each is a line in memory, and a caller can make up as many as they like. */
const mostAddresses = 5000;

/** Writers whose last write is remembered; beyond that the oldest are dropped, which are long past their lease. */
const mostWriters = 20_000;

/**
 * Pages that many readers share, kept in this process's memory until an event says that a table they were read from has
 * changed (decisions/0014). A trigger of each of these tables writes the event in the transaction of the change, so a
 * process that has read the events table up to an instant holds no page older than that instant. Nothing depends on a
 * NOTIFY: it makes a page fresh at once, and the lease bounds its age without one.
 *
 * With a replica, pages that are kept are read there, once it has replayed the change of every event that was heard
 * (decisions/0039): a change that it lacks has an event that is still to come, which drops the page.
 */
export class SharedPages {
  readonly #kept = new Map<string, Kept>();
  readonly #bySource = new Map<string, Set<string>>();
  readonly #atAddress = new Map<string, { kept: Kept; key: string; address: Address }>();
  readonly #wroteAt = new Map<string, number>();
  readonly #follower: Pick<Follower, 'lookedAt' | 'look' | 'position'>;
  readonly #replica: Pick<Replica, 'read'> | null;
  readonly #mostBytes: number;
  readonly #monotonic: () => number;
  #bytes = 0;

  constructor(
    follower: Pick<Follower, 'lookedAt' | 'look' | 'position' | 'onEvent' | 'onLost'>,
    mostBytes: number,
    {
      replica = null,
      monotonic = () => performance.now(),
    }: { replica?: Pick<Replica, 'read'> | null; monotonic?: () => number } = {},
  ) {
    this.#follower = follower;
    this.#replica = replica;
    this.#mostBytes = mostBytes;
    this.#monotonic = monotonic;
    follower.onEvent(({ kind, audience }) => {
      const [table = '', what] = kind.split('.');
      if (what !== 'stale') return;
      if (audience === null) this.#dropReadersOf(table);
      for (const userId of audience ?? []) this.#dropReadersOf(rowsOf(userId, table));
    });
    follower.onLost(() => {
      for (const key of this.#kept.keys()) this.#drop(key);
    });
  }

  /** Remembers that this person has just written: what they read next is not older than that. */
  noteWrite(userId: string): void {
    this.#wroteAt.delete(userId);
    this.#wroteAt.set(userId, this.#monotonic());
    if (this.#wroteAt.size <= mostWriters) return;
    const oldest = this.#wroteAt.keys().next().value;
    if (oldest !== undefined) this.#wroteAt.delete(oldest);
  }

  /**
   * The page under `key`: the one that is kept, or what `read` answers. Requests that arrive while it is read wait for
   * the same read. `key` has to hold everything that `read` depends on beside the tables and the clock.
   */
  get<Value>(asked: AskedPage, read: ReadFrom<Value>): Promise<SharedPage<Value>> {
    return this.#find(asked, asked.tables, {
      kept: () => this.#readAnywhere(read).then(pack),
      // What a replica has to have replayed is not known then.
      fresh: () => read(null).then(pack),
    });
  }

  /**
   * A page with something of one person in it: kept under their id, until a table that everybody's page is read from
   * changes, or their own rows in one of `ownTables`. Its triggers `invalidate_own` name the person.
   */
  getOwn<Value>(
    asked: AskedPage & { userId: string; ownTables: readonly string[] },
    make: () => Promise<SharedPage<Value>>,
  ): Promise<SharedPage<Value>> {
    const { tables, ownTables, userId } = asked;
    // Where too many people's rows changed at once, the table tells it without naming them.
    const sources = [...tables, ...ownTables, ...ownTables.map((table) => rowsOf(userId, table))];
    const kept = async () => {
      const page = await make();
      // The page of everybody is kept already.
      return page.isPersonal ? page : { ...page, weight: 0 };
    };
    return this.#find({ ...asked, key: ownKey(asked.key, userId) }, sources, { kept, fresh: make });
  }

  async #find<Value>(
    { key, userId, now }: AskedPage,
    sources: readonly string[],
    make: { kept: () => Promise<SharedPage<Value>>; fresh: () => Promise<SharedPage<Value>> },
  ): Promise<SharedPage<Value>> {
    if (!this.#isCurrentFor(userId)) {
      const asked = this.#monotonic();
      await this.#follower.look();
      // A look that began after the request is as new as a read would be, however long it took. The lease is not
      // checked a second time: with a slow database it would have run out again, and each request would read and slow
      // it further.
      if (this.#follower.lookedAt() < asked) return make.fresh();
    }
    const kept = this.#kept.get(key);
    if (kept && (kept.done === null || now.getTime() < kept.done.expiresAt)) {
      this.#use(key, kept);
      return kept.page as Promise<SharedPage<Value>>;
    }
    if (kept) this.#drop(key);
    return this.#makeAndKeep(key, sources, make.kept);
  }

  /** Lets the page under `key` be found by a request alone. `userId` is that of a page with something of them in it. */
  rememberAddress(key: string, userId: string | null, address: Address): void {
    const keptKey = userId === null ? key : ownKey(key, userId);
    const kept = this.#kept.get(keptKey);
    const name = nameOf(address);
    if (!kept?.done || kept.addresses.size >= mostAddresses || this.#atAddress.has(name)) return;
    kept.addresses.add(address);
    this.#atAddress.set(name, { kept, key: keptKey, address });
    this.#weigh(kept, name.length * 2);
    this.#makeRoom();
  }

  /** The page that a request with these two asks for, if it is kept and good for them now; only ever at once. */
  findByAddress(cookie: string, url: string, now: number): PageAtAddress | null {
    const found = this.#atAddress.get(nameOf({ cookie, url }));
    if (!found) return null;
    const { kept, key, address } = found;
    const { actor } = address;
    if (!kept.done || now >= kept.done.expiresAt) return null;
    if (!this.#isCurrentFor(actor.kind === 'visitor' ? null : actor.userId)) return null;
    this.#use(key, kept);
    return { page: kept.done.page, address };
  }

  /** Forgets an address whose actor has other rights by now, or is remembered no longer. */
  forgetAddress(address: Address): void {
    const name = nameOf(address);
    const found = this.#atAddress.get(name);
    if (!found) return;
    this.#atAddress.delete(name);
    found.kept.addresses.delete(found.address);
    this.#weigh(found.kept, -2 * name.length);
  }

  /** Whether this process has memory for pages; without, a page is read as its reader. */
  get isEnabled(): boolean {
    return this.#mostBytes > 0;
  }

  /** Bytes that the kept pages take, for the limit. */
  get size(): number {
    return this.#bytes;
  }

  /**
   * Whether this process has read the events within the lease, and since the reader's own last write. Reads them again,
   * beside the request, before the lease ends.
   */
  #isCurrentFor(userId: string | null): boolean {
    const now = this.#monotonic();
    const lookedAt = this.#follower.lookedAt();
    const needed = Math.max(now - leaseMs, (userId && this.#wroteAt.get(userId)) || 0);
    if (lookedAt < needed) return false;
    if (lookedAt < now - lookAgainAfterMs) void this.#follower.look();
    return true;
  }

  /** The order of the map is that of the last use. */
  #use(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
  }

  async #makeAndKeep<Value>(
    key: string,
    sources: readonly string[],
    make: () => Promise<SharedPage<Value>>,
  ): Promise<SharedPage<Value>> {
    // Kept before it is read: an event that arrives meanwhile drops it, because the read may not have seen the change.
    const kept: Kept = { sources, page: make(), done: null, addresses: new Set() };
    this.#kept.set(key, kept);
    for (const source of sources) {
      const keys = this.#bySource.get(source) ?? new Set();
      this.#bySource.set(source, keys.add(key));
    }
    try {
      const page = (await kept.page) as SharedPage<Value>;
      if (this.#kept.get(key) === kept) {
        const expiresAt = page.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
        kept.done = { page, bytes: 0, expiresAt };
        this.#weigh(kept, page.weight + key.length * 2);
        this.#makeRoom();
      }
      return page;
    } catch (error) {
      if (this.#kept.get(key) === kept) this.#drop(key);
      throw error;
    }
  }

  #weigh({ done }: Kept, bytes: number): void {
    if (!done) return;
    done.bytes += bytes;
    this.#bytes += bytes;
  }

  async #readAnywhere<Value>(read: ReadFrom<Value>): Promise<ReadPage<Value>> {
    const there = await this.#replica?.read(this.#follower.position(), read);
    return there ? there.value : read(null);
  }

  #dropReadersOf(source: string): void {
    for (const key of this.#bySource.get(source) ?? []) this.#drop(key);
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#bytes -= kept.done?.bytes ?? 0;
    for (const source of kept.sources) {
      const keys = this.#bySource.get(source);
      keys?.delete(key);
      if (keys?.size === 0) this.#bySource.delete(source);
    }
    for (const address of kept.addresses) this.#atAddress.delete(nameOf(address));
  }

  #makeRoom(): void {
    for (const [key, { done }] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) return;
      if (done) this.#drop(key);
    }
  }
}

/** How a change of a person's own rows is told apart from a change for everybody. */
function rowsOf(userId: string, table: string): string {
  return `${table} of ${userId}`;
}

function ownKey(key: string, userId: string): string {
  return `${userId} ${key}`;
}

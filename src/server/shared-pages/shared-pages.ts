import type { Db } from '../db/connect.ts';
import type { Follower } from '../events/follow-events.ts';
import type { Replica } from '../replica/follow-replica.ts';
import { PackedPage } from './packed-page.ts';

/** A page as it was read, and when the clock alone makes it wrong; null for never. */
export type ReadPage<Value> = { value: Value; goodUntil: Date | null };

/** Reads a page from a replica, or from the primary where there is none. */
type ReadFrom<Value> = (replica: Db | null) => Promise<ReadPage<Value>>;

export type SharedPage<Value> = ReadPage<Value> & { packed: PackedPage };

type Kept = {
  /** Tables whose changes make the page stale. */
  tables: readonly string[];
  page: Promise<SharedPage<unknown>>;
  /** Null while the page is still being read. */
  done: { bytes: number; goodUntil: number } | null;
};

/** No page is answered by a process that has not read the events table within this time. */
export const leaseMs = 1000;

/** A look begins this long after the last one, before the lease ends and a reader has to wait for it. */
const lookAgainAfterMs = 500;

/** What a page costs beside its JSON: the value it was made from, and its compressed forms. */
const weightOfJson = 4;

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
  readonly #byTable = new Map<string, Set<string>>();
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
    follower.onEvent(({ kind }) => {
      const [table = '', what] = kind.split('.');
      if (what === 'stale') this.#dropReadersOf(table);
    });
    follower.onLost(() => {
      for (const key of this.#kept.keys()) this.#drop(key);
    });
  }

  /** Remembers that this person has just written: what they read next is not older than that. */
  wrote(userId: string): void {
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
  async get<Value>(
    {
      key,
      tables,
      userId,
      now,
    }: { key: string; tables: readonly string[]; userId: string | null; now: Date },
    read: ReadFrom<Value>,
  ): Promise<SharedPage<Value>> {
    // What a replica has to have replayed is not known then.
    if (!(await this.#isCurrentFor(userId))) return pack(await read(null));
    const kept = this.#kept.get(key);
    if (kept && (kept.done === null || now.getTime() < kept.done.goodUntil)) {
      // The order of the map is that of the last use.
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.page as Promise<SharedPage<Value>>;
    }
    if (kept) this.#drop(key);
    return this.#readAndKeep(key, tables, read);
  }

  /** Whether this process has memory for pages; without, a page is read as its reader. */
  get keeps(): boolean {
    return this.#mostBytes > 0;
  }

  /** Bytes that the kept pages take, for the limit. */
  get size(): number {
    return this.#bytes;
  }

  /** Whether this process has read the events within the lease, and since the reader's own last write. */
  async #isCurrentFor(userId: string | null): Promise<boolean> {
    const now = this.#monotonic();
    const needed = Math.max(now - leaseMs, (userId && this.#wroteAt.get(userId)) || 0);
    if (this.#follower.lookedAt() < needed) {
      await this.#follower.look();
      return this.#follower.lookedAt() >= needed;
    }
    if (this.#follower.lookedAt() < now - lookAgainAfterMs) void this.#follower.look();
    return true;
  }

  async #readAndKeep<Value>(
    key: string,
    tables: readonly string[],
    read: ReadFrom<Value>,
  ): Promise<SharedPage<Value>> {
    // Kept before it is read: an event that arrives meanwhile drops it, because the read may not have seen the change.
    const kept: Kept = { tables, page: this.#readAnywhere(read).then(pack), done: null };
    this.#kept.set(key, kept);
    for (const table of tables) {
      const keys = this.#byTable.get(table) ?? new Set();
      this.#byTable.set(table, keys.add(key));
    }
    try {
      const page = (await kept.page) as SharedPage<Value>;
      if (this.#kept.get(key) === kept) {
        kept.done = {
          bytes: page.packed.bytes.length * weightOfJson + key.length * 2,
          goodUntil: page.goodUntil?.getTime() ?? Number.POSITIVE_INFINITY,
        };
        this.#bytes += kept.done.bytes;
        this.#makeRoom();
      }
      return page;
    } catch (error) {
      if (this.#kept.get(key) === kept) this.#drop(key);
      throw error;
    }
  }

  async #readAnywhere<Value>(read: ReadFrom<Value>): Promise<ReadPage<Value>> {
    const there = await this.#replica?.read(this.#follower.position(), read);
    return there ? there.value : read(null);
  }

  #dropReadersOf(table: string): void {
    for (const key of this.#byTable.get(table) ?? []) this.#drop(key);
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#bytes -= kept.done?.bytes ?? 0;
    for (const table of kept.tables) this.#byTable.get(table)?.delete(key);
  }

  #makeRoom(): void {
    for (const [key, { done }] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) return;
      if (done) this.#drop(key);
    }
  }
}

function pack<Value>(page: ReadPage<Value>): SharedPage<Value> {
  return { ...page, packed: new PackedPage(page.value) };
}

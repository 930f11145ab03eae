import type { FollowedEvent, Follower } from '../events/follow-events.ts';
import { Calm, type Hint } from './calm.ts';

export type { Hint } from './calm.ts';

export type Listener = {
  /** Null for a visitor, who hears only what concerns everybody. */
  userId: string | null;
  address: string;
  tell(hint: Hint): void;
  close(): void;
};

const perPerson = 6;
const perAddress = 20;

/** The open streams of this process, and who of them hears what. */
export class Streams {
  readonly #ofPerson = new Map<string, Set<Listener>>();
  readonly #all = new Set<Listener>();
  readonly #ofAddress = new Map<string, number>();
  readonly #calm = new Calm((hint) => this.#tellEverybody(hint));

  constructor(follower: Follower) {
    follower.onEvent((event) => this.#dispatch(event));
  }

  /** False when the person or their address has as many open as anybody needs. */
  hasRoomFor({ userId, address }: Pick<Listener, 'userId' | 'address'>): boolean {
    const mine = userId ? (this.#ofPerson.get(userId)?.size ?? 0) : 0;
    return mine < perPerson && (this.#ofAddress.get(address) ?? 0) < perAddress;
  }

  open(listener: Listener): void {
    this.#all.add(listener);
    this.#ofAddress.set(listener.address, (this.#ofAddress.get(listener.address) ?? 0) + 1);
    if (listener.userId) {
      const mine = this.#ofPerson.get(listener.userId) ?? new Set();
      this.#ofPerson.set(listener.userId, mine.add(listener));
    }
  }

  closed(listener: Listener): void {
    if (!this.#all.delete(listener)) return;
    const left = (this.#ofAddress.get(listener.address) ?? 1) - 1;
    if (left > 0) this.#ofAddress.set(listener.address, left);
    else this.#ofAddress.delete(listener.address);
    const mine = listener.userId ? this.#ofPerson.get(listener.userId) : undefined;
    mine?.delete(listener);
    if (mine?.size === 0) this.#ofPerson.delete(listener.userId ?? '');
  }

  closeAll(): void {
    this.#calm.stop();
    for (const listener of this.#all) listener.close();
  }

  /** Ends a person's streams: their rights changed, so each browser connects again as who it is now. */
  closeOf(userId: string): void {
    for (const listener of this.#ofPerson.get(userId) ?? []) listener.close();
  }

  #dispatch({ kind, audience, subject }: FollowedEvent): void {
    // What concerns everybody may come by the hundred, and each hint makes every open page read again. What
    // concerns somebody by name is theirs, and is told as it comes.
    if (audience === null) {
      this.#calm.hear({ kind, subject });
      return;
    }
    for (const userId of audience) {
      for (const listener of this.#ofPerson.get(userId) ?? []) listener.tell({ kind, subject });
    }
  }

  #tellEverybody(hint: Hint): void {
    for (const listener of this.#all) listener.tell(hint);
  }
}

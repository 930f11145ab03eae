import { createHash } from 'node:crypto';

/** Random numbers that a seed repeats, the same on every machine (mulberry32). */
export class SeededRandom {
  #state: number;

  /** @param seed a whole number; its lowest 32 bits count */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Each list of names has numbers of its own, so that how far one part of a run came changes nothing for another. */
  static of(...names: (string | number)[]): SeededRandom {
    return new SeededRandom(createHash('sha256').update(names.join('/')).digest().readUInt32LE());
  }

  /** A number from 0 to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True that often: 0.25 is a quarter of the times. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws Error for an empty list */
  pick<T>(list: readonly T[]): T {
    const picked = list[this.between(0, list.length - 1)];
    if (picked === undefined) throw new Error('there is nothing to choose from');
    return picked;
  }

  /** One of these by their weights. */
  weighted<T>(list: readonly T[], weigh: (item: T) => number): T {
    let left = this.next() * list.reduce((sum, item) => sum + weigh(item), 0);
    for (const item of list) {
      left -= weigh(item);
      if (left < 0) return item;
    }
    return this.pick(list);
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, at: this.next() }))
      .sort((one, other) => one.at - other.at)
      .map(({ item }) => item);
  }
}

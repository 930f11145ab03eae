/** A source of chances that a seed repeats. */
export type Chance = {
  /** From 0 to 1, without 1. */
  next(): number;
  /** True that often: 0.25 is a quarter of the times. */
  happens(often: number): boolean;
  /** From `least` to `most`, both included. */
  whole(least: number, most: number): number;
  one<Item>(items: readonly Item[]): Item;
  /** One of these by their weights. */
  weighted<Item>(items: readonly Item[], weigh: (item: Item) => number): Item;
};

/** Mulberry32: small, and the same on every machine. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
  return {
    next,
    happens: (often) => next() < often,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    one,
    weighted(items, weigh) {
      let left = next() * items.reduce((sum, item) => sum + weigh(item), 0);
      for (const item of items) {
        left -= weigh(item);
        if (left < 0) return item;
      }
      return one(items);
    },
  };
}

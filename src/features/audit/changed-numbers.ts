type Numbers = Readonly<Record<string, number | null>>;

/** What differs between two sets of numbers, by name, as the detail of an act: `{ clubSeats: { from: 6, to: 8 } }`. */
export function changedNumbers<N extends Numbers>(before: N, after: N) {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]));
}

export type CoinFlight = {
  /** What was just earned by a video. */
  coins: number;
  /** How many of them are those of the streak day that it made. */
  ofStreak: number;
  /** The place on the screen that the coin comes from; null for one that only appears. */
  from: { x: number; y: number } | null;
};

const listeners = new Set<(flight: CoinFlight) => void>();

/** Shows earned coins at the balance in the bar. */
export function showCoins(flight: CoinFlight): void {
  for (const listener of listeners) listener(flight);
}

/** Calls `listener` for each of `showCoins`; returns the end of it. */
export function hearCoins(listener: (flight: CoinFlight) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

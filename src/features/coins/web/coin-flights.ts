/** A coin that was just earned, and the place on the screen that it comes from; null for a coin that only appears. */
export type CoinFlight = { coins: number; from: { x: number; y: number } | null };

const hearers = new Set<(flight: CoinFlight) => void>();

/** Shows earned coins at the balance in the bar. */
export function showCoins(flight: CoinFlight): void {
  for (const hear of hearers) hear(flight);
}

/** Calls `hear` for each of `showCoins`; returns the end of it. */
export function hearCoins(hear: (flight: CoinFlight) => void): () => void {
  hearers.add(hear);
  return () => {
    hearers.delete(hear);
  };
}

/** The least and the most of each number that administrators set; `class_rules` checks the same. */
export const ruleLimits = {
  clubSeats: [2, 30],
  fewestLearners: [1, 10],
  clubsAhead: [2, 100],
  lackToldHours: [1, 12],
  doorOpensMinutes: [5, 60],
  doorClosesMinutes: [0, 120],
  freeHours: [0, 72],
  refundedHours: [0, 168],
  shortestOfferMinutes: [5, 60],
  longestOfferHours: [1, 48],
  openToAllMinutes: [10, 720],
  pausingAbsences: [1, 20],
  countedDays: [1, 365],
  pauseDays: [1, 90],
} as const;

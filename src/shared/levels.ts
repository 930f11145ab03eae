/** The level of a learner. On screen, `basic` is "basic" in the quiz and "beginner" elsewhere. */
export const levels = ['basic', 'intermediate', 'advanced'] as const;
export type Level = (typeof levels)[number];

/** The progress that a level shows on screen, in percent. */
export const levelProgress: Record<Level, number> = { basic: 25, intermediate: 60, advanced: 90 };

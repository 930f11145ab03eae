/** How far a learner is. The quiz says "basic", other screens "beginner": one value, two words. */
export const levels = ['basic', 'intermediate', 'advanced'] as const;
export type Level = (typeof levels)[number];

/** How much of the way a level shows as, in percent. */
export const levelProgress: Record<Level, number> = { basic: 25, intermediate: 60, advanced: 90 };

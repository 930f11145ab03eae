/** The ids of the toasts without a button of their own, which the next touch closes. */
export const passingToasts = new Set<string>();

import type { VerificationStatus } from './contract.ts';

/** Each decision: the statuses it starts from, and the status it leads to. */
export const decisions = {
  approve: { from: ['pending'], to: 'approved' },
  reject: { from: ['pending'], to: 'rejected' },
  revoke: { from: ['approved'], to: 'rejected' },
  reopen: { from: ['approved', 'rejected'], to: 'pending' },
} as const satisfies Record<string, { from: readonly VerificationStatus[]; to: VerificationStatus }>;
export type Decision = keyof typeof decisions;

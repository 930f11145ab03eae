import type { VerificationStatus } from './contract.ts';

/** What an administrator can answer: from which status, and what it becomes. */
export const decisions = {
  approve: { from: ['pending'], to: 'approved' },
  reject: { from: ['pending'], to: 'rejected' },
  revoke: { from: ['approved'], to: 'rejected' },
  reopen: { from: ['approved', 'rejected'], to: 'pending' },
} as const satisfies Record<string, { from: readonly VerificationStatus[]; to: VerificationStatus }>;
export type Decision = keyof typeof decisions;

import type { Account } from '../contract.ts';

/** Where a person goes after signing in: an administrator to the admin area, others to the feed. */
export function homeOf({ role, factorDue }: Pick<Account, 'role' | 'factorDue'>): string {
  return role === 'admin' || factorDue ? '/admin' : '/feed';
}

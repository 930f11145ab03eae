import type { Account } from '../contract.ts';

/** Who signed up by a provider has no password until they make one. */
export function hasPassword({ identities }: Pick<Account, 'identities'>): boolean {
  return identities.some(({ provider }) => provider === 'email');
}

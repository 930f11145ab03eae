import { useQuery } from '@tanstack/react-query';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { referralQuery } from './queries.ts';

/**
 * An address that the reader passes on, with the code of their invitations: a visitor who signs up from there counts as
 * invited by them. As it is for a visitor, and where invitations give no coins.
 */
export function useInvitingAddress(address: string): string {
  const { account } = useAccount();
  const { data } = useQuery({ ...referralQuery, enabled: account !== null });
  return account && data && data.amount > 0 ? `${address}?invitation=${data.code}` : address;
}

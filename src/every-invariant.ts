import { accountInvariants } from '#features/accounts/account-invariants.ts';
import { announcementInvariants } from '#features/announcements/announcement-invariants.ts';
import { auditInvariants } from '#features/audit/audit-invariants.ts';
import { classInvariants } from '#features/classes/class-invariants.ts';
import { coinInvariants } from '#features/coins/coin-invariants.ts';
import { cupInvariants } from '#features/cup/cup-invariants.ts';
import { noticeInvariants } from '#features/notifications/notice-invariants.ts';
import { paymentInvariants } from '#features/payments/payment-invariants.ts';
import { profileInvariants } from '#features/profiles/profile-invariants.ts';
import { storeInvariants } from '#features/store/store-invariants.ts';
import type { Invariant } from '#server/db/find-broken.ts';

/** What must always be true of a community's data, in the order in which the doctor reports it. */
export const everyInvariant: readonly Invariant[] = [
  ...accountInvariants,
  ...auditInvariants,
  ...noticeInvariants,
  ...profileInvariants,
  ...coinInvariants,
  ...paymentInvariants,
  ...storeInvariants,
  ...classInvariants,
  ...cupInvariants,
  ...announcementInvariants,
];

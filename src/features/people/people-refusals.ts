import type { RefusalKind } from '#shared/refusal.ts';

export const peopleRefusals = {
  noSession: { code: 'people/no-session', status: 401 },
  lastAdmin: { code: 'people/last-admin', status: 409 },
  /** An administrator's password is longer than a member's. */
  shortPassword: { code: 'people/short-password', status: 409 },
  ownWallet: { code: 'people/own-wallet', status: 403 },
  ownBan: { code: 'people/own-ban', status: 403 },
  ageAnswered: { code: 'people/age-answered', status: 409 },
  guardianNeeded: { code: 'people/guardian-needed', status: 422 },
  noGuardianNeeded: { code: 'people/no-guardian-needed', status: 409 },
  /** The consent was refused, withdrawn or revoked: an administrator records a new one. */
  consentRevoked: { code: 'people/consent-revoked', status: 409 },
  balanceTooLow: { code: 'people/balance-too-low', status: 409 },
} as const satisfies Record<string, RefusalKind>;

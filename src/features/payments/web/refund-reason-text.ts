import type { i18n as I18n } from 'i18next';
import { knownReason } from '../rules.ts';

/** Why a payment was refunded: what the server wrote in the reader's language, what a person typed as it is. */
export function refundReasonText(reason: string, i18n: Pick<I18n, 't'>): string {
  const known = knownReason(reason);
  return known ? i18n.t(`reasons.${known}`, { ns: 'payments' }) : reason;
}

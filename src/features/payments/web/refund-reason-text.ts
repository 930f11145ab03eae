import type { i18n } from 'i18next';
import { refundReasons } from '../rules.ts';

/** Why a payment was refunded: what the server wrote in the reader's language, what a person typed as it is. */
export function refundReasonText(reason: string, texts: Pick<i18n, 't'>): string {
  const known = Object.values(refundReasons).find((each) => each === reason);
  return known ? texts.t(`reasons.${known}`, { ns: 'payments' }) : reason;
}

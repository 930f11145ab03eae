import type { i18n } from 'i18next';
import type { Movement } from '../contract.ts';

/**
 * The line under a movement's type: the ledger's description, or the name of the store item in the reader's language.
 * Null when the type says everything.
 */
export function detailOf({ transactionType, description }: Movement, texts: Pick<i18n, 't'>) {
  if (transactionType === 'signup_bonus') return null;
  if (!/^[a-z0-9-]+$/.test(description)) return description;
  return texts.t(`items.${description}.name`, { ns: 'store', defaultValue: description });
}

import type { i18n } from 'i18next';
import type { Movement } from '../contract.ts';

/**
 * What a movement was for, under its type's name: what the ledger says, or the name in the reader's language
 * where that is the id of a store item. Null where the type says it all.
 */
export function detailOf({ transactionType, description }: Movement, texts: Pick<i18n, 'exists' | 't'>) {
  if (transactionType === 'signup_bonus') return null;
  if (!/^[a-z0-9-]+$/.test(description)) return description;
  const name = `items.${description}.name`;
  return texts.exists(name, { ns: 'store' }) ? texts.t(name, { ns: 'store' }) : description;
}

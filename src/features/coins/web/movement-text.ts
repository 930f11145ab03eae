import type { i18n } from 'i18next';
import { languageName } from '#shared/language-name.ts';
import { monthInWords } from '#shared/time/calendar-words.ts';
import type { Movement } from '../contract.ts';

type Named = Pick<Movement, 'description' | 'amount'> & { transactionType: string };

const causes = ['streak-day', 'streak-week', 'referral'] as const;

/**
 * The ledger takes every reward back as an `event_reward` below zero; without a known cause it is an attended class.
 */
const takenBackAs = {
  'streak-day': 'streak',
  'streak-week': 'streak',
  referral: 'referral',
  attendance: 'attendance',
} as const;

/**
 * What a movement is called: by what it was for, where the ledger says so by a key, else by its type. A reward that was
 * taken back, which the ledger keeps under the same key, has a name of its own.
 */
export function titleOf({ transactionType, description, amount }: Named, texts: Pick<i18n, 't'>): string {
  const cause = causes.find((each) => each === description);
  if (amount < 0 && transactionType === 'event_reward') {
    return texts.t(`takenBack.${takenBackAs[cause ?? 'attendance']}`, { ns: 'coins' });
  }
  return texts.t(cause ? `causes.${cause}` : `types.${transactionType}`, {
    ns: 'coins',
    defaultValue: transactionType,
  });
}

/**
 * The line under a movement's type: the ledger's description, or the name of the store item or the cup's prize in the
 * reader's language. Null when the type says everything.
 */
export function detailOf({ transactionType, description }: Named, texts: Pick<i18n, 't' | 'language'>) {
  const [, month, spelling, place] = /^cup-prize:(\d{4}-\d\d):(.*):(\d)$/.exec(description) ?? [];
  if (month && transactionType === 'duolingo_reward') {
    const of = [monthInWords(month, texts.language), spelling && languageName(spelling, texts.language)];
    return texts.t('cupPrize', { ns: 'coins', cup: of.filter(Boolean).join(' · '), place });
  }
  if (transactionType === 'signup_bonus' || causes.some((each) => each === description)) return null;
  if (!/^[a-z0-9-]+$/.test(description)) return description;
  return texts.t(`items.${description}.name`, { ns: 'store', defaultValue: description });
}

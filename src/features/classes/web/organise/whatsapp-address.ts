import type { TFunction } from 'i18next';
import type { ManagedClass } from '../../contract.ts';
import { startInWords } from './start-in-words.ts';

/**
 * The address that opens WhatsApp with a text about a class, ready to send to a group: what, when in its own zone, and
 * where to take a seat; or that it was cancelled. Null for a class that has begun.
 */
export function whatsappAddress(
  liveClass: Pick<ManagedClass, 'id' | 'title' | 'startsAt' | 'zone' | 'status'>,
  { t, language, origin, now }: { t: TFunction<'classes'>; language: string; origin: string; now: Date },
): string | null {
  const { id, title, startsAt, status } = liveClass;
  if (new Date(startsAt) <= now) return null;
  const facts = { title, start: startInWords(liveClass, language) };
  const text =
    status === 'cancelled'
      ? t('share.cancelled', facts)
      : t('share.invitation', { ...facts, link: `${origin}/classes?class=${id}` });
  return `https://wa.me/?${new URLSearchParams({ text })}`.replaceAll('+', '%20');
}

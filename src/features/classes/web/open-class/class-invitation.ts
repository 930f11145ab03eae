import type { TFunction } from 'i18next';
import { startInWords } from '#shared/time/start-in-words.ts';
import type { ClassCard } from '../../contract.ts';
import { publicAddress } from '../../rules.ts';

type Facts = Pick<ClassCard, 'title' | 'startsAt' | 'zone' | 'status'>;

/** The address of a class for everybody who may see it, visitors too. */
export function classAddress(id: string, origin: string): string {
  return `${origin}${publicAddress(id)}`;
}

/**
 * A text about a class to send to a group: what, when in its own zone, and where to take a seat; or that it was
 * cancelled. Null for a class that has begun.
 */
export function classInvitation(
  liveClass: Facts,
  { t, language, link, now }: { t: TFunction<'classes'>; language: string; link: string; now: Date },
): string | null {
  const { title, startsAt, status } = liveClass;
  if (new Date(startsAt) <= now) return null;
  const facts = { title, start: startInWords(liveClass, language) };
  return status === 'cancelled' ? t('share.cancelled', facts) : t('share.invitation', { ...facts, link });
}

import { expect, it } from 'vitest';
import notices from '#features/notifications/web/texts/es.json' with { type: 'json' };
import es from '../texts/es.json' with { type: 'json' };
import { holidayText } from './holiday-text.ts';

/** Looks a text up in the Spanish catalogues and fills it in. */
const t = ((key: string, filled: Record<string, string> = {}) => {
  const [name = '', other] = key.split(':');
  const catalogue: unknown = other === undefined ? es : notices;
  const text = (other ?? name)
    .split('.')
    .reduce((at, part) => (at as Record<string, unknown>)[part], catalogue);
  return String(text).replaceAll(/\{\{(\w+)\}\}/g, (_, word) => filled[word] ?? '');
}) as never;

it('holidayText names the day, what is cancelled, each title once, and why', () => {
  const news = {
    first: '2026-12-25',
    last: '2026-12-25',
    name: 'Navidad',
    reason: 'Nos vemos en enero',
    titles: ['Café & croissant', 'Stammtisch', 'Café & croissant'],
  };
  expect(holidayText(news, { t, language: 'es' })).toBe(`*Sin clases: Navidad*
Viernes, 25 de diciembre
Se cancelan:
· Café & croissant
· Stammtisch
Motivo: Nos vemos en enero`);
  const [, days] = holidayText({ ...news, last: '2027-01-01' }, { t, language: 'es' }).split('\n');
  expect(days).toMatch(/^Viernes, 25 de diciembre de 2026.+viernes, 1 de enero de 2027$/);
});

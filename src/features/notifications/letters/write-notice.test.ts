import { expect, it } from 'vitest';
import { writeNotice } from './write-notice.ts';

const reader = { zone: 'America/Lima', now: new Date('2026-12-01T12:00:00Z') };
const detail = { coins: 1, place: 3, language: 'en', season: '2026-11' };

it.each(['cup.prize-paid', 'cup.prize-waits', 'cup.prize-lapsed'])(
  'writeNotice counts a prize of one sumicoin in each language that has a plural (%s)',
  (kind) => {
    for (const locale of ['es', 'en', 'fr', 'pt', 'de'] as const)
      expect(writeNotice({ kind, detail }, { ...reader, locale }).sentence).toMatch(/1 sumicoin\b/i);
  },
);

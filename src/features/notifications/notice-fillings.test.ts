import { describe, expect, it } from 'vitest';
import { earnedIn, fillingsOf } from './notice-fillings.ts';

/*
 * These tests guarantee, on a machine in any zone: a notice's instants are in its reader's zone, its amounts are
 * formatted for their language, and unknown fields are left as they are.
 */
const now = new Date('2026-11-27T12:00:00.000Z');
const inMexico = { language: 'es', zone: 'America/Mexico_City', now };
const word = (key: string) => `<${key}>`;
const plain = (text: unknown) => String(text).replaceAll(/\s/g, ' ');

describe('fillingsOf', () => {
  it('formats instants in the reader’s zone', () => {
    const detail = { title: 'Club', startsAt: '2026-12-01T23:00:00.000Z', before: '2026-12-01T20:30:00Z' };
    expect(plain(fillingsOf(detail, inMexico, word).startsAt)).toBe('mar 1 de dic, 17:00');
    expect(plain(fillingsOf(detail, inMexico, word).before)).toBe('mar 1 de dic, 14:30');
    const inSeoul = { language: 'ko', zone: 'Asia/Seoul', now };
    expect(plain(fillingsOf(detail, inSeoul, word).startsAt)).toBe('12월 2일 (수) 08:00 · 17:00 멕시코시티');
    expect(fillingsOf(detail, inMexico, word).title).toBe('Club');
    const day = { until: '2026-12-02T03:00:00.000Z' };
    expect(fillingsOf(day, inMexico, word).until).toBe('1 de diciembre de 2026');
  });

  it('writes a day as the same day in every zone', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
      expect(fillingsOf({ until: '2026-12-01' }, { ...inMexico, zone }, word).until).toBe(
        '1 de diciembre de 2026',
      );
    expect(fillingsOf({ title: '2026-12-01' }, inMexico, word).title).toBe('2026-12-01');
  });

  it('formats figures and money, and counts coins given and taken', () => {
    expect(fillingsOf({ coins: -1500 }, inMexico, word)).toEqual({ coins: '-1,500', count: 1500 });
    expect(fillingsOf({ coins: 1 }, inMexico, word)).toEqual({ coins: '1', count: 1 });
    expect(fillingsOf({ amount: 20 }, inMexico, word)).toEqual({ amount: '20', count: 20 });
    const paid = fillingsOf({ amountCents: 123_450, currency: 'USD' }, inMexico, word);
    expect(plain(paid.amount)).toBe('$1,234.50 USD');
    const inEnglish = { language: 'en', zone: 'UTC', now };
    expect(plain(fillingsOf({ amountCents: 300 }, inEnglish, word).amount)).toBe('$3.00 USD');
  });

  it('names tiers, roles, age groups and store items', () => {
    const detail = { tier: 'vip', role: 'admin', ageGroup: 'kid', item: 'custom-avatar' };
    expect(fillingsOf(detail, inMexico, word)).toEqual({
      tier: '<shell:tiers.vip>',
      role: '<roles.admin>',
      ageGroup: '<ageGroups.kid>',
      item: '<store:items.custom-avatar.name>',
    });
  });

  it('names the plan that was paid for where there is no title', () => {
    const titleOf = (detail: { title: string | null; tier: string | null }) =>
      fillingsOf(detail, inMexico, word).title;
    expect(titleOf({ title: null, tier: 'vip' })).toBe('<shell:tiers.vip>');
    expect(titleOf({ title: 'Club', tier: null })).toBe('Club');
  });

  it('names the month and the language of a cup', () => {
    const cup = (language: string) => fillingsOf({ season: '2026-10', language }, inMexico, word);
    expect(cup('en')).toEqual({ season: 'octubre de 2026', language: 'inglés' });
    expect(cup('Guaraní').language).toBe('Guaraní');
    expect(cup('').language).toBe('<languages.every>');
  });

  it('leaves out null, and keeps a text that only looks like an instant', () => {
    const detail = { reason: null, title: '2026-12-01T23:00 no es un instante' };
    expect(fillingsOf(detail, inMexico, word)).toEqual({ ...detail, reason: '' });
  });
});

describe('earnedIn', () => {
  it.each([
    [{}, null],
    [{ earned: null }, null],
    [{ earned: 20 }, { key: 'coins', fillings: { count: 20, coins: '20', streak: '0' } }],
    [
      { earned: 5, ofStreak: 5 },
      { key: 'ofStreak', fillings: { count: 5, coins: '5', streak: '5' } },
    ],
    [
      { earned: 1070, ofStreak: 50 },
      { key: 'withStreak', fillings: { count: 1070, coins: '1,070', streak: '50' } },
    ],
  ])('says of %o the coins that came with what happened', (detail, expected) => {
    expect(earnedIn(detail, 'es')).toEqual(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { fillingsOf } from './notice-fillings.ts';

/*
 * What these tests guarantee, on whatever machine they run: a notice's instants are on the clocks of the zone its
 * reader lives in, its amounts in their language's figures, and a field nobody knows is left as it is.
 */
const inMexico = { language: 'es', zone: 'America/Mexico_City' };
const word = (key: string) => `<${key}>`;
const plain = (text: unknown) => String(text).replaceAll(/\s/g, ' ');

describe('the fillings of a notice', () => {
  it('put instants on the reader’s own clocks', () => {
    const detail = { title: 'Club', startsAt: '2026-12-01T23:00:00.000Z', before: '2026-12-01T20:30:00Z' };
    expect(plain(fillingsOf(detail, inMexico, word).startsAt)).toBe('1 dic 2026, 5:00 p.m.');
    expect(plain(fillingsOf(detail, inMexico, word).before)).toBe('1 dic 2026, 2:30 p.m.');
    const inSeoul = { language: 'ko', zone: 'Asia/Seoul' };
    expect(plain(fillingsOf(detail, inSeoul, word).startsAt)).toBe('2026. 12. 2. 오전 8:00');
    expect(fillingsOf(detail, inMexico, word).title).toBe('Club');
    const day = { until: '2026-12-02T03:00:00.000Z' };
    expect(fillingsOf(day, inMexico, word).until).toBe('1 de diciembre de 2026');
  });

  it('write figures and money, and count coins either way', () => {
    expect(fillingsOf({ coins: -1500 }, inMexico, word)).toEqual({ coins: '-1,500', count: 1500 });
    expect(fillingsOf({ coins: 1 }, inMexico, word)).toEqual({ coins: '1', count: 1 });
    expect(fillingsOf({ amount: 20 }, inMexico, word)).toEqual({ amount: '20', count: 20 });
    const paid = fillingsOf({ amountCents: 123_450, currency: 'USD' }, inMexico, word);
    expect(plain(paid.amount)).toBe('$1,234.50 USD');
    const inEnglish = { language: 'en', zone: 'UTC' };
    expect(plain(fillingsOf({ amountCents: 300 }, inEnglish, word).amount)).toBe('$3.00 USD');
  });

  it('name tiers, roles, ages and items of the store', () => {
    const detail = { tier: 'vip', role: 'admin', ageGroup: 'kid', item: 'custom-avatar' };
    expect(fillingsOf(detail, inMexico, word)).toEqual({
      tier: '<shell:tiers.vip>',
      role: '<roles.admin>',
      ageGroup: '<ageGroups.kid>',
      item: '<store:items.custom-avatar.name>',
    });
  });

  it('leave out what is nothing, and what only looks like an instant as it is', () => {
    const detail = { reason: null, title: '2026-12-01T23:00 no es un instante' };
    expect(fillingsOf(detail, inMexico, word)).toEqual({ ...detail, reason: '' });
  });
});

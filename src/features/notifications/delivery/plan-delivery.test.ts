import { describe, expect, it } from 'vitest';
import { planDelivery } from './plan-delivery.ts';

const usual = { zone: 'America/Bogota', quiet: { from: 22, until: 7 } };
const bogota = (time: string, day = '2026-11-20') => new Date(`${day}T${time}:00-05:00`);
const iso = (time: string, day?: string) => bogota(time, day).toISOString();
const tomorrow = '2026-11-21';

describe('planDelivery', () => {
  it.each([
    ['by day goes at once', 'payments.refunded', {}, '12:00', '12:00', '2026-11-20'],
    ['in the last minute before quiet goes at once', 'payments.refunded', {}, '21:59', '21:59', '2026-11-20'],
    ['at ten at night waits for seven', 'payments.refunded', {}, '22:00', '07:00', tomorrow],
    ['at one at night waits for seven the same day', 'payments.refunded', {}, '01:00', '07:00', '2026-11-20'],
    ['at seven goes at once', 'payments.refunded', {}, '07:00', '07:00', '2026-11-20'],
    [
      'of a class cancelled that starts before nine goes at night',
      'classes.cancelled',
      { startsAt: iso('08:59', tomorrow) },
      '23:00',
      '23:00',
      '2026-11-20',
    ],
    [
      'of a class cancelled that starts at nine waits',
      'classes.cancelled',
      { startsAt: iso('09:00', tomorrow) },
      '23:00',
      '07:00',
      tomorrow,
    ],
    [
      'of a class that moved away from this night goes at night',
      'classes.moved',
      { startsAt: iso('18:00', '2026-11-28'), before: iso('06:30', tomorrow) },
      '23:00',
      '23:00',
      '2026-11-20',
    ],
    [
      'of an offer that ends at night goes at night',
      'classes.seat-offered',
      { startsAt: iso('20:00', tomorrow), heldUntil: iso('02:00', tomorrow) },
      '23:00',
      '23:00',
      '2026-11-20',
    ],
    [
      'of a message to a class that goes on goes at night',
      'classes.message',
      { startsAt: iso('22:45'), endsAt: iso('23:45') },
      '23:00',
      '23:00',
      '2026-11-20',
    ],
    [
      'of a message to a class that is over waits',
      'classes.message',
      { startsAt: iso('21:00'), endsAt: iso('22:00') },
      '23:00',
      '07:00',
      tomorrow,
    ],
    [
      'of a class that has begun is not urgent',
      'classes.removed',
      { startsAt: iso('20:00') },
      '23:00',
      '07:00',
      tomorrow,
    ],
    [
      'of coins is not urgent, whatever instants it holds',
      'people.coins-credited',
      { startsAt: iso('23:30') },
      '23:00',
      '07:00',
      tomorrow,
    ],
    [
      'about the hour before goes at night',
      'classes.starts-in-an-hour',
      { startsAt: iso('06:30', tomorrow) },
      '05:30',
      '05:30',
      tomorrow,
    ],
  ] as const)('a notice %s', (_case, kind, detail, now, at, day) => {
    const given = day === tomorrow && now === '05:30' ? bogota(now, tomorrow) : bogota(now);
    expect(planDelivery({ kind, detail }, usual, given).at.toISOString()).toBe(iso(at, day));
  });

  it('a person without quiet hours is told at night', () => {
    const plan = planDelivery(
      { kind: 'payments.refunded', detail: {} },
      { ...usual, quiet: null },
      bogota('03:00'),
    );
    expect(plan).toEqual({ at: bogota('03:00'), gathered: false, goodUntil: null });
  });

  it('quiet hours by day, within one date, end on that date', () => {
    const siesta = { ...usual, quiet: { from: 13, until: 16 } };
    const notice = { kind: 'payments.refunded', detail: {} };
    expect(planDelivery(notice, siesta, bogota('14:00')).at).toEqual(bogota('16:00'));
    expect(planDelivery(notice, siesta, bogota('16:00')).at).toEqual(bogota('16:00'));
  });

  it('the letter of the day gathers what can wait until eight, or the end of longer quiet hours', () => {
    const notice = { kind: 'payments.refunded', detail: {} };
    expect(planDelivery(notice, usual, bogota('12:00'), true)).toEqual({
      at: bogota('08:00', tomorrow),
      gathered: true,
      goodUntil: null,
    });
    const late = { ...usual, quiet: { from: 23, until: 10 } };
    expect(planDelivery(notice, late, bogota('12:00'), true).at).toEqual(bogota('10:00', tomorrow));
    const soon = { kind: 'classes.cancelled', detail: { startsAt: iso('18:00') } };
    expect(planDelivery(soon, usual, bogota('12:00'), true)).toMatchObject({ gathered: false });
  });

  it('the quiet hours end at seven on the person’s clock in the night in which clocks change', () => {
    const newYork = { zone: 'America/New_York', quiet: { from: 22, until: 7 } };
    const notice = { kind: 'payments.refunded', detail: {} };
    // 23:00 on the evening before clocks go back an hour.
    const plan = planDelivery(notice, newYork, new Date('2026-11-01T03:00:00Z'));
    expect(plan.at.toISOString()).toBe('2026-11-01T12:00:00.000Z');
  });

  it.each([
    ['a seat that an organiser gave', 'classes.seat-given', { startsAt: iso('18:00') }],
    ['a walk-in who was added', 'classes.walked-in', {}],
    ['a payout', 'payments.paid-out', {}],
    ['an application that was approved', 'teachers.approved', {}],
    ['an application that was rejected', 'teachers.rejected', { reason: 'Falta el certificado.' }],
  ])('a letter about %s waits while the act can be undone', (_, kind, detail) => {
    const at = new Date(bogota('12:00').getTime() + 10_000);
    expect(planDelivery({ kind, detail }, usual, bogota('12:00'))).toMatchObject({ at, gathered: false });
  });

  it('a letter that quiet hours delay waits while the act can be undone, also where they end meanwhile', () => {
    const last = new Date(bogota('07:00').getTime() - 2000);
    const notice = { kind: 'teachers.approved', detail: {} };
    expect(planDelivery(notice, usual, last)).toMatchObject({
      at: new Date(last.getTime() + 10_000),
      gathered: true,
    });
    expect(planDelivery(notice, usual, bogota('06:00'))).toMatchObject({
      at: bogota('07:00'),
      gathered: true,
    });
  });

  it('a reminder is of no use after the start, an offer after its end', () => {
    const detail = { startsAt: iso('18:00'), heldUntil: iso('15:00') };
    const goodUntil = (kind: string) => planDelivery({ kind, detail }, usual, bogota('12:00')).goodUntil;
    expect(goodUntil('classes.starts-in-a-day')).toEqual(bogota('18:00'));
    expect(goodUntil('classes.seat-offered')).toEqual(bogota('15:00'));
    expect(goodUntil('classes.seat-given')).toEqual(bogota('18:00'));
    expect(goodUntil('classes.cancelled')).toBeNull();
  });
});

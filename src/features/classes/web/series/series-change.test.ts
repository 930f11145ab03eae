import { expect, it } from 'vitest';
import { asItIs, daysInChange, keepChoosing } from './series-change.ts';

const dated = { weekdays: [2, 4], until: '2026-12-10' };
const open = { weekdays: [2, 4], until: null };

it.each([
  ['nothing, as it is', dated, {}, {}],
  ['nothing, the same days in another order', dated, { weekdays: ['4', '2'] }, {}],
  ['other days', dated, { weekdays: ['5', '2'] }, { weekdays: [2, 5] }],
  ['a later end', dated, { until: '2026-12-24' }, { until: '2026-12-24' }],
  ['no end any more', dated, { ends: false }, { until: null }],
  ['nothing, without an end as before', open, {}, {}],
  ['an end for a series that had none', open, { ends: true, until: '2026-12-24' }, { until: '2026-12-24' }],
  ['nothing, while the last day is not typed', open, { ends: true }, {}],
  ['nothing, while the last day is taken out', dated, { until: '' }, {}],
])('daysInChange is %s', (_, before, chosen, expected) => {
  expect(daysInChange(before, { ...asItIs(before), ...chosen })).toEqual(expected);
});

it('keepChoosing takes over what another organiser changed, but for what this one has chosen', () => {
  const now = { weekdays: [1], until: '2027-01-31' };
  expect(keepChoosing(dated, asItIs(dated), now)).toEqual(asItIs(now));
  const longer = { ...asItIs(dated), until: '2026-12-24', reason: 'Fin' };
  expect(keepChoosing(dated, longer, now)).toEqual({ ...longer, weekdays: ['1'] });
});

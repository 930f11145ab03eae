import { createInstance } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { refundReasons } from '../rules.ts';
import { refundReasonText } from './refund-reason-text.ts';
import payments from './texts/en.json' with { type: 'json' };

const i18n = createInstance();
beforeAll(async () => {
  await i18n.init({ lng: 'en', ns: ['payments'], resources: { en: { payments } } });
});

it('each reason that the server writes has a text', () => {
  const texts = Object.values(refundReasons).map((reason) => refundReasonText(reason, i18n));
  expect(texts).toEqual(Object.values(payments.reasons));
  expect(texts).toContain('The bank gave the money back to the payer.');
});

it('a reason that a person typed stays as it is', () => {
  expect(refundReasonText('The lights went out.', i18n)).toBe('The lights went out.');
});

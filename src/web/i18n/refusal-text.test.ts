import { expect, it } from 'vitest';
import { provideTexts } from './i18n.ts';
import { textOfRefusal } from './refusal-text.ts';

it('textOfRefusal writes a day as the language does, and a number as it is', async () => {
  const trips = { 'too-soon': 'No antes del {{earliest}}.', 'too-long': 'Hasta {{most}} días.' };
  await provideTexts('trips', { refusals: { trips } }, {});
  const said = [
    textOfRefusal('trips/too-soon', { earliest: '2026-12-01' }),
    textOfRefusal('trips/too-long', { most: 14 }),
  ];
  expect(said).toEqual(['No antes del 1 de diciembre de 2026.', 'Hasta 14 días.']);
});

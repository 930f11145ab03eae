import { expect, it } from 'vitest';
import profiles from '#features/profiles/web/texts/es.json' with { type: 'json' };
import { provideTexts } from './i18n.ts';
import { textOfRefusal } from './refusal-text.ts';

it('textOfRefusal writes a day as the language does, and a number as it is', async () => {
  await provideTexts('profiles', profiles, {});
  const said = [
    textOfRefusal('profiles/holiday-too-soon', { earliest: '2026-12-01' }),
    textOfRefusal('profiles/holiday-too-long', { most: 14 }),
  ];
  expect(said).toEqual([
    'Tus próximas vacaciones pueden empezar el 1 de diciembre de 2026.',
    'Pueden durar hasta 14 días.',
  ]);
});

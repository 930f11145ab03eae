import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { localeCodes } from '#shared/locales.ts';
import { mexicoCity } from '#shared/time/zones.ts';
import shell from '../../../web/texts/es.json' with { type: 'json' };
import classes from '../../classes/web/texts/es.json' with { type: 'json' };
import { coinNumbers, coinRules } from '../../coins/contract.ts';
import store from '../../store/web/texts/es.json' with { type: 'json' };
import videos from '../../videos/web/texts/es.json' with { type: 'json' };
import { actWords, detailWords } from './act-words.ts';
import es from './texts/es.json' with { type: 'json' };

const texts = i18next.createInstance();
beforeAll(() =>
  texts.init({ lng: 'es', ns: ['audit'], resources: { es: { audit: es, store, videos, shell } } }),
);

it('an act without a text shows its code', () => {
  expect(actWords('people.ban', texts)).toBe('Suspendió una cuenta');
  expect(actWords('people.teleport', texts)).toBe('people.teleport');
});

it('a changed value is shown with its text, or as it is without one', () => {
  const detail = { to: 'teacher', from: 'student', amount: 1200, until: null, oddity: { a: 1 }, name: 'Ana' };
  expect(detailWords(detail, texts, mexicoCity)).toEqual([
    { name: 'De', value: 'Estudiante' },
    { name: 'A', value: 'Profesor' },
    { name: 'Cantidad', value: '1,200' },
    { name: 'oddity', value: '{"a":1}' },
    { name: 'Nombre', value: 'Ana' },
  ]);
});

it('fields, store items, languages and months are shown in words', () => {
  const detail = {
    fields: ['meetLink', 'time'],
    itemId: 'custom-avatar',
    language: 'nah',
    season: '2026-11',
    method: 'oxxo',
  };
  expect(detailWords(detail, texts, mexicoCity)).toEqual([
    { name: 'Qué cambió', value: 'Enlace de la reunión, Hora' },
    { name: 'Artículo', value: 'Avatar personalizado' },
    { name: 'Idioma', value: 'Náhuatl' },
    { name: 'Temporada', value: 'noviembre de 2026' },
    { name: 'Forma de pago', value: 'OXXO' },
  ]);
});

it('a level, a day, a kind of report and what became of a value are shown in words', () => {
  const detail = {
    day: '2026-12-25',
    level: { from: 'basic', to: 'advanced' },
    topics: { from: ['food'], to: ['food', 'travel'] },
    kind: 'cup-name',
  };
  expect(detailWords(detail, texts, mexicoCity)).toEqual([
    { name: 'Día', value: '25 de diciembre de 2026' },
    { name: 'Nivel', value: 'Principiante → Avanzado' },
    { name: 'Temas', value: 'Comida → Comida, Viajes' },
    { name: 'Tipo', value: 'Nombre en la copa' },
  ]);
});

it('cents are shown as the money they are', () => {
  expect(detailWords({ before: 1000, after: 1250, currency: 'USD' }, texts, mexicoCity)).toEqual([
    { name: 'Antes', value: '$10.00\u00a0USD' },
    { name: 'Después', value: '$12.50\u00a0USD' },
  ]);
  expect(detailWords({ after: { priceCents: 300, currency: 'MXN' } }, texts, mexicoCity)).toEqual([
    { name: 'Después', value: '$3.00\u00a0MXN' },
  ]);
});

it('every act that the server records has a text', () => {
  const features = path.resolve(import.meta.dirname, '../..');
  const recorded = globSync('**/*.ts', { cwd: features })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(path.join(features, file), 'utf8').matchAll(/\bact: [^\n]*?'([a-z]+\.[a-z-]+)'/g),
    ])
    .map(([, act = '']) => act);
  expect(recorded).toContain('people.ban');
  expect(recorded.filter((act) => actWords(act, texts) === act)).toEqual([]);
});

it('an instant is shown in the zone of the reader', () => {
  const detail = { startsAt: '2026-12-01T23:00:00.000Z' };
  expect(detailWords(detail, texts, mexicoCity)).toMatchObject([{ value: '1 dic 2026, 17:00' }]);
  expect(detailWords(detail, texts, 'Europe/Madrid')).toMatchObject([{ value: '2 dic 2026, 00:00' }]);
});

it.each(localeCodes)('each number that administrators set has a name in the audit log of %s', (locale) => {
  const { details } = JSON.parse(
    readFileSync(path.join(import.meta.dirname, `texts/${locale}.json`), 'utf8'),
  );
  const names = [
    ...Object.entries(classes.rules).flatMap(([name, of]) =>
      typeof of === 'object' && 'label' in of ? [name] : [],
    ),
    ...coinRules,
    'counted_video_daily',
    'attended_class_daily',
    'referral_daily',
    ...Object.keys(coinNumbers.shape).filter((name) => name !== 'rules'),
    ...['firstPrize', 'secondPrize', 'thirdPrize', 'mostXpPerMinute', 'fewestParticipants'],
    ...['discoveryPercent', 'topicsPercent', 'newDays'],
  ];
  expect(names.filter((name) => !details[name])).toEqual([]);
});

it('a number that was set is shown with its name, before and after', () => {
  expect(detailWords({ clubSeats: { from: 6, to: 8 } }, texts, mexicoCity)).toEqual([
    { name: 'Lugares de un club nuevo', value: '6 → 8' },
  ]);
});

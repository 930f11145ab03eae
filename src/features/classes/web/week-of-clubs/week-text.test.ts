import { expect, it } from 'vitest';
import es from '../texts/es.json' with { type: 'json' };
import { weekText } from './week-text.ts';

const club = {
  id: 'c1',
  title: 'Café & croissant',
  startsAt: '2026-11-24T00:30:00.000Z',
  status: 'scheduled' as const,
  targetAudience: 'adult' as const,
  language: 'fr' as const,
  teacherName: 'Inés Ávila',
};
const now = new Date('2026-11-23T12:00:00Z');

/** Looks a text up in the Spanish catalogue and fills it in. */
const t = ((key: string, filled: Record<string, string> = {}) => {
  const text = key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], es);
  return String(text).replaceAll(/\{\{(\w+)\}\}/g, (_, name) => filled[name] ?? '');
}) as never;

const textOf = (clubs: Parameters<typeof weekText>[0], at = now) =>
  weekText(clubs, {
    t,
    language: 'es',
    origin: 'https://sumi.example',
    zone: 'America/Mexico_City',
    now: at,
  });

it('weekText lists clubs by day and time in the zone of the community, each with its address', () => {
  const later = {
    ...club,
    id: 'c2',
    title: 'Stammtisch',
    language: 'de' as const,
    startsAt: '2026-11-24T17:00:00.000Z',
  };
  const any = { ...club, id: 'c3', title: 'Juegos', language: null, startsAt: '2026-11-24T03:00:00.000Z' };
  expect(textOf([later, any, club])).toBe(`*Clubes de la semana*
Horas de Ciudad de México (GMT-06)

*Lunes, 23 de noviembre*
18:30 · Café & croissant · Francés · con Inés Ávila
https://sumi.example/classes/c1
21:00 · Juegos · Cualquier idioma · con Inés Ávila
https://sumi.example/classes/c3

*Martes, 24 de noviembre*
11:00 · Stammtisch · Alemán · con Inés Ávila
https://sumi.example/classes/c2`);
});

it('weekText leaves out clubs for kids, cancelled ones, and those that have begun', () => {
  expect(textOf([{ ...club, targetAudience: 'kid' }])).toBeNull();
  expect(textOf([{ ...club, status: 'cancelled' as never }])).toBeNull();
  expect(textOf([club], new Date(club.startsAt))).toBeNull();
  expect(textOf([])).toBeNull();
});

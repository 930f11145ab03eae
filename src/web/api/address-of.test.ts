import { expect, test } from 'vitest';
import { addressOf } from './address-of.ts';

test('parameters stand in their places, escaped', () => {
  expect(addressOf('/api/classes/{id}/seats/{seat}', { id: 'a/b', seat: 3 })).toBe(
    '/api/classes/a%2Fb/seats/3',
  );
});

test('an array repeats its key, and what is not there is left out', () => {
  const query = { language: ['en', 'fr'], level: 'basic', cursor: undefined, topic: null, kids: false };
  expect(addressOf('/api/videos', {}, query)).toBe(
    '/api/videos?language=en&language=fr&level=basic&kids=false',
  );
});

test('an address with a parameter missing is never sent', () => {
  expect(() => addressOf('/api/classes/{id}', {})).toThrow('needs id');
  expect(() => addressOf('/api/classes/{id}', { id: '' })).toThrow('needs id');
});

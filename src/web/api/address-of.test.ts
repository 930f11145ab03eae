import { expect, test } from 'vitest';
import { addressOf } from './address-of.ts';

test('addressOf puts parameters into their places, escaped', () => {
  expect(addressOf('/api/classes/{id}/seats/{seat}', { id: 'a/b', seat: 3 })).toBe(
    '/api/classes/a%2Fb/seats/3',
  );
});

test('addressOf repeats the key of an array, and leaves out what is not there', () => {
  const query = { language: ['en', 'fr'], level: 'basic', cursor: undefined, topic: null, kids: false };
  expect(addressOf('/api/videos', {}, query)).toBe(
    '/api/videos?language=en&language=fr&level=basic&kids=false',
  );
});

test('addressOf refuses an address with a parameter missing', () => {
  expect(() => addressOf('/api/classes/{id}', {})).toThrow('needs id');
  expect(() => addressOf('/api/classes/{id}', { id: '' })).toThrow('needs id');
});

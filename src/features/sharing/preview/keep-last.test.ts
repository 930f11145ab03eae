import { expect, it } from 'vitest';
import { keepLast } from './keep-last.ts';

it('keepLast makes a value once while it is among those asked for last', () => {
  const made: string[] = [];
  const kept = keepLast<string>(2);
  const ask = (key: string) =>
    kept.get(key, () => {
      made.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) ask(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

it('keepLast makes a value again whose making failed', async () => {
  const kept = keepLast<Promise<string>>(2);
  await expect(kept.get('a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  expect(await kept.get('a', async () => 'drawn')).toBe('drawn');
});

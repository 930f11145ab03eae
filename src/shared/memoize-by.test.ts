import { expect, it } from 'vitest';
import { memoizeBy } from './memoize-by.ts';

it('memoizeBy makes something once for each set of arguments, also where it is undefined', () => {
  const asked: string[] = [];
  const made = memoizeBy((language: string, zone: string) => {
    asked.push(`${language} ${zone}`);
    return zone === 'UTC' ? undefined : { language, zone };
  });
  expect(made('es', 'America/Bogota')).toBe(made('es', 'America/Bogota'));
  expect(made('en', 'America/Bogota')).toEqual({ language: 'en', zone: 'America/Bogota' });
  expect([made('es', 'UTC'), made('es', 'UTC')]).toEqual([undefined, undefined]);
  expect(asked).toEqual(['es America/Bogota', 'en America/Bogota', 'es UTC']);
});

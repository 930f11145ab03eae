import { expect, it } from 'vitest';
import { splitAddresses } from './split-addresses.ts';

it.each([
  ['words', 'Ya está en tu perfil.', []],
  ['nothing', '', []],
  ['an address', 'https://files.example/a.pdf', ['https://files.example/a.pdf']],
  [
    'lines',
    'Uno: https://a.example\nDos: https://b.example/?x=1#y',
    ['https://a.example', 'https://b.example/?x=1#y'],
  ],
  [
    'a sentence',
    '¿Viste https://a.example/b? (https://a.example/c).',
    ['https://a.example/b', 'https://a.example/c'],
  ],
  ['quotes', '«https://a.example/b» "https://a.example/c"', ['https://a.example/b', 'https://a.example/c']],
  [
    'an entry of Wikipedia',
    'https://es.wikipedia.org/wiki/Ser_(verbo).',
    ['https://es.wikipedia.org/wiki/Ser_(verbo)'],
  ],
  ['a letter with an accent', 'https://a.example/lección', ['https://a.example/lección']],
  ['Korean with a particle', 'https://a.example/b를 보세요', ['https://a.example/b']],
  ['Chinese', '请看https://a.example/b。谢谢', ['https://a.example/b']],
  ['a capital of the phone', 'Https://a.example/b', ['Https://a.example/b']],
  ['other schemes', 'http://a.example javascript:alert(1) data:text/html,x mailto:a@a.example a.example', []],
  ['HTML', '<a href="https://a.example/b">x</a>', ['https://a.example/b']],
  ['no host', 'https://...', []],
] as const)(
  'splitAddresses of %s finds the https addresses and loses no letter',
  (_what, text, addresses) => {
    const parts = splitAddresses(text);
    expect(parts.filter(({ isAddress }) => isAddress).map(({ part }) => part)).toEqual(addresses);
    expect(parts.map(({ part }) => part).join('')).toBe(text);
  },
);

import fc from 'fast-check';

/** Texts that some layer between the socket and the table may stumble over. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\u202e\u2066', '\ufeff', '\r\n', '\u007f'],
    ...[
      '🦙',
      '🦙'.repeat(300),
      `a${'\u0301'.repeat(500)}`,
      'x'.repeat(256),
      'ñ'.repeat(10_000),
      'x'.repeat(100_000),
    ],
    ...[
      '__proto__',
      'constructor',
      'toString',
      'null',
      'undefined',
      'true',
      'NaN',
      'Infinity',
      '[object Object]',
    ],
    ...[
      "' or 1=1 --",
      '"; drop table users',
      '$1',
      '%',
      '_',
      '\\',
      '*',
      '(',
      'a&b=c#d',
      '{{7*7}}',
      '<script>1</script>',
    ],
    ...[
      '../../etc/passwd',
      '%00',
      '%2e%2e%2f',
      'javascript:alert(1)',
      'data:text/html,1',
      'http://169.254.169.254/',
      'file:///etc',
    ],
    ...['-1', '0', '1e309', '9007199254740993', '9'.repeat(400), '0x10', '1.5', '１２', '=1+1', '+00', '-0'],
    ...[
      '2026-02-30',
      '2026-13-01',
      '0000-01-01',
      '9999-12-31',
      '10000-01-01',
      '+275760-09-13',
      '-000001-01-01',
    ],
    ...[
      'infinity',
      '-infinity',
      'now',
      'epoch',
      '24:00',
      '25:61',
      '2026-01-01T24:00:00Z',
      '2026-11-01T01:30:00-99:00',
    ],
    ...[
      '9999-12-31T23:59:59.999Z',
      '0001-01-01T00:00:00Z',
      '294277-01-01',
      'America/Nowhere',
      'Etc/GMT+99',
      'utc',
    ],
    ...[
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      'not-an-id',
      'a@b',
      'é@ñ.example',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(-1, 0, -0, 0.5, 1e-9, 1e21, 1e308, -1e308),
  fc.constantFrom(2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 53 + 2, 2 ** 63, -(2 ** 63)),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

/** Anything that JSON can say, at any place. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      [],
      {},
      [[]],
      [null],
      { length: 3 },
      { toJSON: 1 },
    ),
  },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 30 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(Array(5000).fill('x'), nested(50)) },
);

function nested(depth: number): unknown {
  return depth === 0 ? {} : { and: [nested(depth - 1)] };
}

/** Bodies that are no JSON, or JSON that parsers disagree about. */
export const hostileBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      'null',
      '0',
      '"text"',
      '[]',
      '{',
      '}',
      '{"a":1,}',
      "{'a':1}",
      '{"a":NaN}',
      '\ufeff{}',
      '\ufeff\ufeff{}',
      '\ufeff\ufeff\ufeff{}',
      '{}{}',
      '\0',
    ],
    '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    `{"a":"${'x'.repeat(300_000)}"}`,
    `{"n":${'9'.repeat(5000)}}`,
    '{"\\u0000":"\\u0000","\\ud800":"\\ud800"}',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.json({ maxDepth: 4 }),
);

import fc from 'fast-check';

// One request in many spellings, which two parsers may read as two requests.

/** What some readers take off before a text, and others do not. */
const before = fc.constantFrom(
  '',
  '\ufeff',
  '\ufeff\ufeff',
  '\ufeff\ufeff\ufeff',
  ' ',
  '\n',
  '\u00a0',
  '\u2028',
  '\0',
);
const after = fc.constantFrom('', ' ', '\n', '\ufeff', '\0', '{}', ',', '//', '\u00a0');

/** A JSON body of these fields as bytes, with what parsers disagree about around or within it. */
export function bodySpellings(fields: object): fc.Arbitrary<Uint8Array> {
  const text = JSON.stringify(fields);
  const inner = text.slice(1, -1);
  const spelled = fc.constantFrom(
    text,
    `[${text}]`,
    JSON.stringify(text),
    text.replaceAll(':', ' : '),
    // The last of two fields of one name counts, also where one is spelled by escapes.
    `{${inner},${inner}}`,
    `{"email":"otra@example.org","\\u0065mail":"${crypto.randomUUID()}@example.org",${inner}}`,
    `{"__proto__":${text},${inner}}`,
    `{${inner},}`,
    `{${inner},"a":NaN}`,
    `{${inner},"a":1e999}`,
    `/**/${text}`,
  );
  const inUtf8 = fc.tuple(before, spelled, after).map((parts) => new Uint8Array(Buffer.from(parts.join(''))));
  const otherwise = fc.constantFrom(
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(text, 'utf16le'),
    Buffer.concat([Buffer.from([0xff]), Buffer.from(text)]),
    Buffer.concat([Buffer.from(text), Buffer.from([0xc3])]),
  );
  return fc.oneof({ weight: 8, arbitrary: inUtf8 }, { weight: 1, arbitrary: otherwise });
}

/** Blanks that some readers take off, as a header's bytes: the last is one only in JavaScript. */
const blank = fc.constantFrom('', '', '', ' ', '\t', ' \t', '\u00a0');

/**
 * The headers of a request that names one or two of these sessions, in cookies, in several `Cookie` headers and as an
 * app's token. A value is that of the session's cookie.
 */
export function sessionSpellings(
  values: readonly [string, string],
): fc.Arbitrary<(readonly [name: string, value: string])[]> {
  const value = fc.constantFrom(...values);
  const names = fc.constantFrom(
    ...Array<string>(6).fill('sumi.session_token'),
    '__Secure-sumi.session_token',
    'Sumi.session_token',
    'sumi%2Esession_token',
    '"sumi.session_token"',
    'x',
  );
  const written = fc
    .tuple(value, fc.constantFrom('plain', 'plain', 'quoted', 'padded', 'encoded', 'cut', 'half'))
    .map(([text, how]) => {
      if (how === 'quoted') return `"${text}"`;
      if (how === 'padded') return `"${text}${' '.repeat(300)}"`;
      if (how === 'encoded')
        return text.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
      if (how === 'cut') return text.slice(0, -4);
      return how === 'half' ? `"${text}` : text;
    });
  const pair = fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(blank, names, blank, blank, written, blank)
        .map(([a, name, b, c, text, d]) => `${a}${name}${b}=${c}${text}${d}`),
    },
    { weight: 1, arbitrary: fc.constantFrom('x', '=', '', 'sumi.session_token', 'sumi.session_token=') },
  );
  const cookie = fc
    .array(fc.tuple(pair, fc.constantFrom('; ', '; ', ';', ';;', ', ')), { minLength: 1, maxLength: 4 })
    .map((pairs) => ['cookie', pairs.flat().join('')] as const);
  const token = fc
    .tuple(
      fc.constantFrom('Bearer ', 'bearer ', 'Bearer  ', 'Bearer \t', 'Bearer\t', 'Bearer', 'Basic '),
      value,
      blank,
    )
    .map(([scheme, text, end]) => ['authorization', `${scheme}${decodeURIComponent(text)}${end}`] as const);
  return fc
    .tuple(fc.array(cookie, { minLength: 1, maxLength: 2 }), fc.array(token, { maxLength: 2 }), fc.boolean())
    .map(([cookies, tokens, withToken]) => [...cookies, ...(withToken ? tokens : [])]);
}

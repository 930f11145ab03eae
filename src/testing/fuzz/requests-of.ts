import fc from 'fast-check';
import type { Call } from '../permission-row.ts';
import { hostileBody, hostileText, hostileValue } from './hostile-values.ts';
import { type JsonSchema, valuesOf } from './values-of-schema.ts';

/** An operation as the OpenAPI document describes it. */
export type Described = {
  operationId: string;
  parameters?: { name: string; in: string; schema?: JsonSchema }[];
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> };
};

/** A request as it goes over the wire. */
export type Wire = { method: string; path: string; body?: Uint8Array; headers: Record<string, string> };

/**
 * Requests around a call that the operation takes: the path, the query, the body and the headers are each kept, bent in
 * a place or two, made from the schema, or hostile throughout. `ids` are ids of rows that exist.
 */
export function requestsAround(
  call: Call,
  described: Described | undefined,
  ids: readonly string[],
): fc.Arbitrary<Wire> {
  const json = described?.requestBody?.content?.['application/json']?.schema;
  return fc
    .record({
      path: pathsAround(call.path, described, ids),
      body: bodiesAround(call, json, ids),
      headers: headersAround(call),
    })
    .map(({ path, body, headers }) => {
      const sent = call.method === 'GET' ? undefined : body;
      return { method: call.method, path, headers, ...(sent !== undefined && { body: sent }) };
    });
}

function pathsAround(
  path: string,
  described: Described | undefined,
  ids: readonly string[],
): fc.Arbitrary<string> {
  const [address = '', search = ''] = path.split('?');
  const segments = address.split('/');
  // What stands in the place of a parameter is anything but a plain word.
  const places = segments.flatMap((segment, at) => (at > 2 && /[\dA-Z@]/.test(segment) ? [at] : []));
  const another = fc.oneof(
    fc.constantFrom(...ids),
    fc.uuid(),
    hostileText.map((text) => encodeURIComponent(text.slice(0, 3000).toWellFormed())),
    fc.constantFrom('%', '%zz', '%ff', '%c0%af', '%00', '..', '%2e%2e', 'a%2fb', ';', '@', ':id', '{id}'),
  );
  const addresses = places.length
    ? fc.oneof(
        { weight: 3, arbitrary: fc.constant(address) },
        {
          weight: 2,
          arbitrary: fc
            .tuple(fc.constantFrom(...places), another)
            .map(([at, put]) => segments.with(at, put).join('/')),
        },
      )
    : fc.constant(address);
  return fc
    .tuple(addresses, queriesAround(search, described, ids))
    .map(([to, query]) => (query ? `${to}?${query}` : to));
}

function queriesAround(
  search: string,
  described: Described | undefined,
  ids: readonly string[],
): fc.Arbitrary<string> {
  const inQuery = (described?.parameters ?? []).filter((parameter) => parameter.in === 'query');
  if (inQuery.length === 0) {
    return fc.constantFrom(search, search, search, 'page=-1', '__proto__[role]=admin', '%', 'a=%00', '&&==');
  }
  const pair = fc
    .constantFrom(...inQuery)
    .chain(({ name, schema }) =>
      fc
        .oneof(valuesOf(schema ?? {}, ids), hostileText)
        .map((value): [string, string] => [name, plain(value)]),
    );
  return fc.oneof(
    fc.constant(search),
    fc.array(pair, { maxLength: 4 }).map((pairs) => {
      const written = pairs.map(
        ([name, value]) => `${name}=${encodeURIComponent(value.slice(0, 3000).toWellFormed())}`,
      );
      return [search, ...written].filter(Boolean).join('&');
    }),
  );
}

const plain = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function bodiesAround(
  call: Call,
  schema: JsonSchema | undefined,
  ids: readonly string[],
): fc.Arbitrary<Uint8Array | undefined> {
  if (call.body instanceof Uint8Array) {
    const { body } = call;
    return fc.oneof(
      fc.constant(body),
      fc.uint8Array({ maxLength: 200 }),
      fc.nat({ max: body.length }).map((length) => body.slice(0, length)),
      fc
        .tuple(fc.nat({ max: Math.max(0, body.length - 1) }), fc.nat({ max: 255 }))
        .map(([at, byte]) => body.with(at, byte)),
    );
  }
  if (call.body === undefined && !schema) return fc.constant(undefined);
  const bent = bendings(call.body ?? {}, Object.keys(schema?.properties ?? {}));
  return fc
    .oneof(
      { weight: 5, arbitrary: bent.map((value) => JSON.stringify(value)) },
      {
        weight: 3,
        arbitrary: schema ? valuesOf(schema, ids).map((value) => JSON.stringify(value)) : bent.map(plain),
      },
      {
        weight: 1,
        arbitrary: bent.map((value) => JSON.stringify(value).replace('{', '{"__proto__":{"role":"admin"},')),
      },
      { weight: 1, arbitrary: hostileBody },
      // Readers take one byte order mark off, or two, or none.
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(1, 2, 3), bent)
          .map(([marks, value]) => `${'\ufeff'.repeat(marks)}${JSON.stringify(value)}`),
      },
    )
    .map((text) => Buffer.from(text ?? ''));
}

/** A body with one to three of its values replaced, taken out, or put beside. */
function bendings(body: unknown, more: readonly string[]): fc.Arbitrary<unknown> {
  const places = [...placesIn(body), ...more.map((name) => [name]), ['id'], ['constructor']];
  const bend = fc.tuple(fc.constantFrom(...places), fc.oneof(hostileValue, fc.constant(undefined)));
  return fc.array(bend, { minLength: 0, maxLength: 3 }).map((bends) => {
    const copy = structuredClone(body);
    // A copy of each value: one that is put within itself would have no end.
    for (const [place, value] of bends) put(copy, place, structuredClone(value));
    return copy;
  });
}

function placesIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...placesIn(inner).map((rest) => [key, ...rest]),
  ]);
}

function put(within: unknown, [key = '', ...rest]: string[], value: unknown): void {
  if (typeof within !== 'object' || within === null) return;
  if (rest.length > 0) put((within as Record<string, unknown>)[key], rest, value);
  else (within as Record<string, unknown>)[key] = value;
}

function headersAround({ headers = {}, body }: Call): fc.Arbitrary<Record<string, string>> {
  const type = 'content-type';
  const usual: Record<string, string> =
    body instanceof Uint8Array ? headers : { [type]: 'application/json', ...headers };
  const key = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 120 });
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: key.map((text) => ({ ...usual, 'idempotency-key': text })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          'text/plain',
          'application/json; charset=utf-16',
          'multipart/form-data',
          'image/png',
          '*',
        )
        .map((wrong) => ({ ...usual, 'content-type': wrong })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom<Record<string, string>>(
          { 'accept-language': 'xx-\u00ff;q=9' },
          { 'x-request-id': 'a'.repeat(5000) },
          { 'if-none-match': '"x", W/"' },
          { range: 'bytes=9-1,-' },
          { 'last-event-id': '-1' },
          { 'x-forwarded-for': '::ffff:1.2.3.4, x' },
          { cookie: 'sumi.session_token\t=x; sumi.session_token="; =; \u00a0' },
          { authorization: `Bearer  ${'x'.repeat(30)}.%zz` },
        )
        .map((strange) => ({ ...usual, ...strange })),
    },
  );
}

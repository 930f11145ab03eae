import type { Call } from '../permission-row.ts';
import type { Described } from './requests-of.ts';
import type { JsonSchema } from './values-of-schema.ts';

/** A text or a number that a call takes: a parameter of its path or query, or a field of its body. */
export type FieldPlace = {
  /** `{id}`, `?search` or `topics.0`. */
  name: string;
  kind: 'text' | 'number';
  /** The call with another value there; a value of JSON that `JSON.stringify` cannot write is given as `raw`. */
  put: (value: unknown) => Call;
  raw?: (json: string) => Call;
};

/**
 * Every text and number in a call of the operation `row`: those that its document describes, and those that stand in
 * it.
 */
export function fieldPlaces(row: string, call: Call, described: Described | undefined): FieldPlace[] {
  return [...inPath(row, call), ...inQuery(call, described), ...inBody(call, described)];
}

function inPath(row: string, call: Call): FieldPlace[] {
  const [address = '', ...search] = call.path.split('?');
  const template = (row.split(' ')[1] ?? '').split('/');
  return template.flatMap((segment, at) => {
    if (!/^\{\w+\}$/.test(segment)) return [];
    const put = (value: unknown) => ({
      ...call,
      path: [address.split('/').with(at, written(value)).join('/'), ...search].join('?'),
    });
    return [{ name: segment, kind: 'text' as const, put }];
  });
}

function inQuery(call: Call, described: Described | undefined): FieldPlace[] {
  const [address = '', search = ''] = call.path.split('?');
  const inQuery = (described?.parameters ?? []).filter((parameter) => parameter.in === 'query');
  return inQuery.map(({ name, schema = {} }) => {
    const others = search.split('&').filter((pair) => pair && !pair.startsWith(`${name}=`));
    const put = (value: unknown) => ({
      ...call,
      path: `${address}?${[...others, `${name}=${written(value)}`].join('&')}`,
    });
    return { name: `?${name}`, kind: isNumber(schema) ? ('number' as const) : ('text' as const), put };
  });
}

/** As a URL writes it; what UTF-8 has no bytes for is written as a lenient client would. */
function written(value: unknown): string {
  const text = String(value);
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : encodeURIComponent(text.toWellFormed()) + loneSurrogate;
}
const loneSurrogate = '%ED%A0%80';

function inBody(call: Call, described: Described | undefined): FieldPlace[] {
  const { body } = call;
  const schema = described?.requestBody?.content?.['application/json']?.schema;
  if (body instanceof Uint8Array || (body === undefined && !schema)) return [];
  const places = new Map([...standingIn(body ?? {}), ...(schema ? describedIn(schema) : [])]);
  return [...places].map(([name, kind]) => {
    const put = (value: unknown) => {
      const copy = structuredClone(body ?? {});
      setAt(copy, name.split('.'), value);
      return { ...call, body: copy };
    };
    const raw = (json: string) => {
      const { body: marked, headers } = put(marker);
      const bytes = Buffer.from(JSON.stringify(marked).replace(JSON.stringify(marker), json));
      return { ...call, body: bytes, headers: { 'content-type': 'application/json', ...headers } };
    };
    return { name, kind, put, raw };
  });
}

const marker = 'the place of a value';

type Place = readonly [name: string, kind: 'text' | 'number'];

/** The places of a schema; those of an array stand in its first element. */
function describedIn(schema: JsonSchema): Place[] {
  const within = (name: string, inner: JsonSchema): Place[] => {
    if (isNumber(inner)) return [[name, 'number']];
    if (isText(inner)) return [[name, 'text']];
    return describedIn(inner).map(([rest, kind]) => [`${name}.${rest}`, kind]);
  };
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => within(name, inner)),
    ...(schema.items ? within('0', schema.items) : []),
    ...choicesOf(schema).flatMap(describedIn),
  ];
}

function standingIn(value: unknown): Place[] {
  return Object.entries(value as object).flatMap(([name, inner]): Place[] => {
    if (typeof inner === 'string') return [[name, 'text']];
    if (typeof inner === 'number') return [[name, 'number']];
    if (typeof inner !== 'object' || inner === null) return [];
    return standingIn(inner).map(([rest, kind]): Place => [`${name}.${rest}`, kind]);
  });
}

const choicesOf = ({ anyOf = [], oneOf = [], allOf = [] }: JsonSchema) => [...anyOf, ...oneOf, ...allOf];

const isNumber = (schema: JsonSchema) =>
  [schema, ...choicesOf(schema)].some(({ type }) =>
    [type].flat().some((one) => one === 'number' || one === 'integer'),
  );

const isText = (schema: JsonSchema) =>
  [schema, ...choicesOf(schema)].some(
    (one) => [one.type].flat().includes('string') || one.enum !== undefined || typeof one.const === 'string',
  );

/** What stands on the way and is missing is made: a list where the next step is its first element. */
function setAt(within: object, [name = '', ...rest]: string[], value: unknown): void {
  const at = within as Record<string, unknown>;
  if (rest.length === 0) {
    at[name] = value;
    return;
  }
  if (typeof at[name] !== 'object' || at[name] === null) at[name] = rest[0] === '0' ? [] : {};
  setAt(at[name] as object, rest, value);
}

import type { Call } from '../permission-row.ts';
import type { Described } from './requests-of.ts';
import type { JsonSchema } from './values-of-schema.ts';

/** A text or a number that a call takes: a parameter of its path or query, or a field of its body. */
export type FieldPlace = {
  /** `{id}`, `?search`, `topics.0`, or of several fields `date, time, zone`. */
  name: string;
  kind: 'text' | 'number';
  /** What a text says of the calendar; `clock` is a date, a time and a zone that belong together, as an object. */
  form?: Form | undefined;
  /** The call with another value there; a value of JSON that `JSON.stringify` cannot write is given as `raw`. */
  put: (value: unknown) => Call;
  raw?: (json: string) => Call;
};

export type Form = 'date' | 'month' | 'instant' | 'time' | 'zone' | 'clock';

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
    const { form } = ofText(segment.slice(1, -1), decodeURIComponent(address.split('/')[at] ?? ''));
    return [{ name: segment, kind: 'text' as const, form, put }];
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
    const standing = new URLSearchParams(search).get(name) ?? '';
    return { name: `?${name}`, ...(isNumber(schema) ? number : ofText(name, standing, schema)), put };
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
  const places = new Map(standingIn(body ?? {}));
  for (const [name, found] of schema ? describedIn(schema) : [])
    places.set(name, { ...found, form: found.form ?? places.get(name)?.form });
  const putAll = (value: unknown, within = '') => {
    const copy = structuredClone(body ?? {});
    for (const [field, each] of Object.entries(value as object))
      setAt(copy, `${within}${field}`.split('.'), each);
    return { ...call, body: copy };
  };
  const clocks = [...places.keys()].flatMap((name): FieldPlace[] => {
    const within = name.slice(0, -'zone'.length);
    if (!/(^|\.)zone$/.test(name) || !places.has(`${within}date`) || !places.has(`${within}time`)) return [];
    const put = (value: unknown) => putAll(value, within);
    return [{ name: `${within}date, time, zone`, kind: 'text', form: 'clock', put }];
  });
  const fields = [...places].map(([name, found]): FieldPlace => {
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
    return { name, ...found, put, raw };
  });
  return [...fields, ...clocks];
}

const marker = 'the place of a value';

type Found = Pick<FieldPlace, 'kind' | 'form'>;
type Place = readonly [name: string, found: Found];

const number: Found = { kind: 'number' };

/** A text, with what its schema, its name or what stands in it say of the calendar. */
function ofText(name: string, standing: string, schema: JsonSchema = {}): Found {
  const formats = [schema, ...choicesOf(schema)].map(({ format }) => format);
  const form = Object.entries(forms).find(
    ([, { format, standsAs }]) => formats.includes(format ?? '') || standsAs.test(standing),
  )?.[0] as Form | undefined;
  return { kind: 'text', form: /(^|\.)zone$/i.test(name) ? 'zone' : form };
}

const forms: Partial<Record<Form, { format?: string; standsAs: RegExp }>> = {
  date: { format: 'date', standsAs: /^\d{4}-\d\d-\d\d$/ },
  month: { standsAs: /^\d{4}-\d\d$/ },
  instant: { format: 'date-time', standsAs: /^\d{4}-\d\d-\d\dT/ },
  time: { standsAs: /^\d\d:\d\d$/ },
};

/** The places of a schema; those of an array stand in its first element. */
function describedIn(schema: JsonSchema): Place[] {
  const within = (name: string, inner: JsonSchema): Place[] => {
    if (isNumber(inner)) return [[name, number]];
    if (isText(inner)) return [[name, ofText(name, '', inner)]];
    return describedIn(inner).map(([rest, found]) => [`${name}.${rest}`, found]);
  };
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => within(name, inner)),
    ...(schema.items ? within('0', schema.items) : []),
    ...choicesOf(schema).flatMap(describedIn),
  ];
}

function standingIn(value: unknown): Place[] {
  return Object.entries(value as object).flatMap(([name, inner]): Place[] => {
    if (typeof inner === 'string') return [[name, ofText(name, inner)]];
    if (typeof inner === 'number') return [[name, number]];
    if (typeof inner !== 'object' || inner === null) return [];
    return standingIn(inner).map(([rest, found]): Place => [`${name}.${rest}`, found]);
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

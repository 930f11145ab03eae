import type { Call } from '../permission-row.ts';
import type { Described } from './requests-of.ts';
import type { JsonSchema } from './values-of-schema.ts';

/** A place of a call where an id stands or may stand: a parameter of the path, of the query, or a field of the body. */
export type IdPlace = {
  /** `{userId}`, `?teacherId` or `marks.0.userId`. */
  name: string;
  /** A well-formed value that names no row; null where each well-formed value means something. */
  absent: string | null;
  malformed: string;
  /** The call with another value there. */
  put: (value: string) => Call;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const absentId = '00000000-0000-7000-8000-000000000000';
const ofUuid = { absent: absentId, malformed: 'not-an-id' };

/** What names no row, and what is no name, for the parameters that are not ids of rows. */
const wrongNames: Record<string, Pick<IdPlace, 'absent' | 'malformed'>> = {
  code: { absent: '0123456789ab', malformed: 'x'.repeat(41) },
  token: { absent: 'x'.repeat(43), malformed: 'x'.repeat(161) },
  file: { absent: `${'x'.repeat(43)}.ics`, malformed: '%00' },
  name: { absent: null, malformed: '%2e%2e%2fmain.ts' },
  day: { absent: null, malformed: '2099-02-30' },
  season: { absent: '2020-02', malformed: '2026-13' },
  tier: { absent: null, malformed: 'gold' },
  kind: { absent: null, malformed: 'planet' },
  subject: { absent: absentId, malformed: 'x'.repeat(37) },
  // The user name of a line of the board.
  username: { absent: 'no-such-line', malformed: '' },
  itemId: { absent: 'no-such-item', malformed: 'NO' },
};

/**
 * Every place of an id in a call of the operation `row`: those of its address, of the document and of the body itself.
 */
export function idPlaces(row: string, call: Call, described: Described | undefined): IdPlace[] {
  return [...inPath(row, call), ...inQuery(call, described), ...inBody(call, described)];
}

function inPath(row: string, call: Call): IdPlace[] {
  const [address = '', ...search] = call.path.split('?');
  const segments = address.split('/');
  const template = (row.split(' ')[1] ?? '').split('/');
  return template.flatMap((segment, at) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (!name) return [];
    const put = (value: string) => ({
      ...call,
      path: [segments.with(at, value).join('/'), ...search].join('?'),
    });
    return [{ name: segment, ...wrongOf(row, name, segments[at] ?? ''), put }];
  });
}

function inQuery(call: Call, described: Described | undefined): IdPlace[] {
  const [address = '', search = ''] = call.path.split('?');
  const names = (described?.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && isId(parameter.name, parameter.schema ?? {}))
    .map(({ name }) => name);
  return names.map((name) => {
    const put = (value: string) => {
      const query = new URLSearchParams(search);
      query.set(name, value);
      return { ...call, path: `${address}?${query}` };
    };
    return { name: `?${name}`, ...(wrongNames[name] ?? ofUuid), put };
  });
}

function inBody(call: Call, described: Described | undefined): IdPlace[] {
  const { body } = call;
  if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return [];
  const schema = described?.requestBody?.content?.['application/json']?.schema;
  const places = [...(schema ? describedIn(schema) : []), ...standingIn(body)];
  return [...new Set(places)].map((name) => {
    const put = (value: string) => {
      const copy = structuredClone(body);
      setAt(copy, name.split('.'), value);
      return { ...call, body: copy };
    };
    return { name, ...(wrongNames[name.split('.').at(-1) ?? ''] ?? ofUuid), put };
  });
}

/** The places of ids that the document describes; those of an array stand in its first element. */
function describedIn(schema: JsonSchema): string[] {
  const within = (name: string, inner: JsonSchema): string[] =>
    isId(name, inner) ? [name] : describedIn(inner).map((rest) => `${name}.${rest}`);
  const choices = [schema.anyOf ?? [], schema.oneOf ?? [], schema.allOf ?? []].flat();
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => within(name, inner)),
    ...(schema.items ? within('0', schema.items) : []),
    ...choices.flatMap(describedIn),
  ];
}

/** The places of ids that stand in a body, also where the document describes a mere text. */
function standingIn(value: unknown): string[] {
  return Object.entries(value as object).flatMap(([name, inner]) => {
    if (typeof inner === 'string') return uuid.test(inner) ? [name] : [];
    return typeof inner === 'object' && inner ? standingIn(inner).map((rest) => `${name}.${rest}`) : [];
  });
}

function isId(name: string, schema: JsonSchema): boolean {
  const choices = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return name in wrongNames && name.endsWith('Id') ? true : choices.some(({ format }) => format === 'uuid');
}

function wrongOf(row: string, name: string, value: string) {
  const wrong = uuid.test(value) ? (name === 'subject' ? wrongNames.subject : ofUuid) : wrongNames[name];
  if (!wrong) throw new Error(`${row}: what is a wrong {${name}}? Add it to wrongNames.`);
  return wrong;
}

function setAt(within: object, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) return void Object.assign(within, { [name]: value });
  const inner = (within as Record<string, unknown>)[name];
  if (typeof inner !== 'object' || inner === null) throw new Error(`No call of the policy has a ${name}.`);
  setAt(inner, rest, value);
}

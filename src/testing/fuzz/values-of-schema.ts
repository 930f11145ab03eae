import fc from 'fast-check';
import { hostileValue } from './hostile-values.ts';

/** The parts of JSON Schema that the OpenAPI document uses. */
export type JsonSchema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
};

/** Values that fit a schema or nearly do; one place in twelve is hostile. */
export function valuesOf(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const fitting = fittingValues(schema, ids);
  return fc.oneof({ weight: 11, arbitrary: fitting }, { weight: 1, arbitrary: hostileValue });
}

function fittingValues(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices?.length) return fc.oneof(...choices.map((choice) => valuesOf(choice, ids)));
  if (schema.allOf?.[0]) return valuesOf(schema.allOf[0], ids);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum?.length) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? []].flat();
  if (types.length > 1) {
    return fc.oneof(...types.map((type) => valuesOf({ ...schema, type }, ids)));
  }
  switch (types[0]) {
    case 'object':
      return objects(schema, ids);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, ids), { maxLength: Math.min(schema.maxItems ?? 3, 4) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'string':
      return texts(schema, ids);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objects({ properties = {}, required = [] }: JsonSchema, ids: readonly string[]) {
  const fields = Object.entries(properties).map(([name, inner]) => [name, valuesOf(inner, ids)] as const);
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => name in properties),
  });
}

function numbers({ minimum, maximum }: JsonSchema) {
  const min = Math.max(Math.ceil(minimum ?? -2), -(2 ** 31));
  const max = Math.max(min, Math.min(Math.floor(maximum ?? min + 500), 2 ** 31 - 1));
  return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max));
}

function texts({ format, minLength = 0, maxLength = 40 }: JsonSchema, ids: readonly string[]) {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (format === 'date') return dates.map((date) => date.toISOString().slice(0, 10));
  if (format === 'date-time') return dates.map((date) => date.toISOString());
  if (format === 'email')
    return fc.constantFrom('ana@example.org', 'LUIS@example.org', 'a+b@sub.example.org');
  if (format === 'uri')
    return fc.constantFrom('https://example.org/a', 'http://localhost/', 'https://youtu.be/x');
  const most = Math.max(minLength, Math.min(maxLength, 60));
  return fc.oneof(
    fc.string({ unit: 'grapheme-composite', minLength, maxLength: most }),
    fc.constantFrom('18:00', '2099-05-04', 'America/Bogota', 'en', 'Una clase de conversación', '10'),
  );
}

const dates = fc.date({ min: new Date('1999-01-01'), max: new Date('2101-01-01'), noInvalidDate: true });

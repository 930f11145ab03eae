import type { z } from 'zod';
import type { RefusalKind } from './refusal.ts';

/**
 * One operation of the API, described once in a feature's contract and used by both halves: the server mounts it
 * (`server/http/serve.ts`), the browser calls it (`web/api/call.ts`), the OpenAPI document lists it. The browser's
 * build leaves out its schemas and refusals (scripts/web-build/contracts-in-browser.ts): a page that validates
 * imports the schema by its own name. `id` is a verb and a noun, like the use case it leads to.
 */
export type Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> = {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** OpenAPI form: `/api/classes/{id}`. */
  readonly path: string;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  /** JSON, unless `file` declares raw bytes. */
  readonly body?: Body;
  readonly file?: { readonly types: readonly string[]; readonly maxBytes: number };
  readonly answer: Answer;
  /** The refusals that the operation may answer, beside the common ones. */
  readonly refusals?: readonly RefusalKind[];
  /** Whether it takes an `Idempotency-Key` header. */
  readonly idempotent?: boolean;
  /** Whether the browser of a signed-in person keeps the answer, to show it while there is no connection. */
  readonly offline?: boolean;
};

/** The header of an answer that the browser may keep, and its value. */
export const keptOffline = ['sumi-offline', 'keep'] as const;

/** Keeps the literal types of a declared operation. */
export function operation<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
>(declared: Operation<Params, Query, Body, Answer>): Operation<Params, Query, Body, Answer> {
  return declared;
}

// biome-ignore lint/suspicious/noExplicitAny: an operation of any shape, where only its address matters
export type AnyOperation = Operation<any, any, any, any>;

type Schema<Op, Key extends 'params' | 'query' | 'body' | 'answer'> =
  Op extends Operation<infer Params, infer Query, infer Body, infer Answer>
    ? { params: Params; query: Query; body: Body; answer: Answer }[Key]
    : never;

type Given<S, How extends 'input' | 'output'> = S extends z.ZodType
  ? undefined extends z.output<S>
    ? undefined
    : How extends 'input'
      ? z.input<S>
      : z.output<S>
  : undefined;

/** The input as the caller sends it: only the parts that the operation declares. */
export type InputOf<Op> = Declared<{
  params: Given<Schema<Op, 'params'>, 'input'>;
  query: Given<Schema<Op, 'query'>, 'input'>;
  body: Given<Schema<Op, 'body'>, 'input'>;
}>;

/** The input as the server's handler receives it, after validation. */
export type ReceivedOf<Op> = {
  params: Given<Schema<Op, 'params'>, 'output'>;
  query: Given<Schema<Op, 'query'>, 'output'>;
  body: Given<Schema<Op, 'body'>, 'output'>;
};

export type AnswerOf<Op> = z.output<Schema<Op, 'answer'>>;

type Declared<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

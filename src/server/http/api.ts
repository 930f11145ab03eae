import { OpenAPIHono } from '@hono/zod-openapi';
import { refuseBadInput } from './answer-errors.ts';
import type { ApiEnv } from './api-env.ts';
import { MemoizingRouter } from './memoizing-router.ts';

/** The HTTP application that features mount their operations on. */
export type Api = OpenAPIHono<ApiEnv>;

export function newApi(): Api {
  return new OpenAPIHono<ApiEnv>({ defaultHook: refuseBadInput, router: new MemoizingRouter() });
}

import { OpenAPIHono } from '@hono/zod-openapi';
import type { Ctx } from '../ctx.ts';
import { refuseBadInput } from './answer-errors.ts';

export type ApiEnv = {
  Variables: {
    requestId: string;
    /** Where the request really comes from. */
    address: string;
    ctx: Ctx;
  };
};

/** The HTTP application that features mount their operations on. */
export type Api = OpenAPIHono<ApiEnv>;

export function newApi(): Api {
  return new OpenAPIHono<ApiEnv>({ defaultHook: refuseBadInput });
}

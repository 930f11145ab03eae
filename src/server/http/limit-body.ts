import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/** No JSON body is larger; operations that take files state their own limit and read no more than that. */
const maxBytes = 256 * 1024;

const tooLarge = () => {
  throw new Refusal(commonRefusals.tooLarge);
};

const countBody = bodyLimit({ maxSize: maxBytes, onError: tooLarge });

/**
 * Before anything reads a body: it may not be larger than any of ours is. A length that the request declares is
 * believed, because node:http hands over no byte more. A body of no declared length is counted as it arrives. Only
 * then is `raw.body` touched, which builds a whole web request and its streams.
 */
export const limitBody: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  const declared = c.req.header('content-length');
  if (declared === undefined || c.req.header('transfer-encoding')) return countBody(c, next);
  if (Number(declared) > maxBytes) tooLarge();
  return next();
};

/** A write says that it sends JSON. Forms, which a page elsewhere could send, are not read. */
export const requireJson: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refusal(commonRefusals.badInput);
  await next();
};

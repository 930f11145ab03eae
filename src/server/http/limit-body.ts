import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/** No JSON body is larger; operations that take files state their own limit and read no more than that. */
const maxBytes = 256 * 1024;

/** Before anything reads a body: it may not be larger than any of ours is. */
export const limitBody = bodyLimit({
  maxSize: maxBytes,
  onError: () => {
    throw new Refusal(commonRefusals.tooLarge);
  },
});

/** A write says that it sends JSON. Forms, which a page elsewhere could send, are not read. */
export const requireJson: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refusal(commonRefusals.badInput);
  await next();
};

import type { AnyOperation } from '#shared/operation.ts';
import type { Ctx } from '../ctx.ts';
import type { Api } from './api.ts';
import { refuseForeignLink } from './check-origin.ts';
import { binary, mount, type Received } from './mount.ts';

export type Download = {
  content: string | Uint8Array;
  /** The name it is saved under; letters, digits, hyphens and a dot. */
  fileName: string;
};

/** Mounts an operation that answers one file, made whole before it is sent: a refusal is a refusal. */
export function serveDownload<Op extends AnyOperation>(
  api: Api,
  op: Op,
  type: string,
  act: (ctx: Ctx, received: Received<Op>) => Promise<Download>,
): void {
  mount(api, op, { description: 'The file.', type, schema: binary }, async (c, received) => {
    refuseForeignLink(c);
    const { content, fileName } = await act(c.get('ctx'), received);
    const body = typeof content === 'string' ? content : new Uint8Array(content);
    return c.body(body, 200, {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${fileName}"`,
    });
  });
}

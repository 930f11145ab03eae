import type { z } from 'zod';
import type { Operation } from '#shared/operation.ts';
import type { Api } from '../http/api.ts';
import { binary, mount } from '../http/mount.ts';
import type { Files } from './files.ts';

type ReadsFile = Operation<z.ZodObject<{ name: z.ZodString }>, z.ZodUndefined, z.ZodUndefined, z.ZodType>;

/**
 * A file never changes under its name, so that a browser which has it may keep it for ever. A cache that strangers
 * share asks again after five minutes: its owner may have taken the file away.
 */
const kept = 'public, max-age=31536000, s-maxage=300, immutable';

/** Serves the files of one folder publicly, each by its name and always with the given content type. */
export function serveFiles(
  api: Api,
  op: ReadsFile,
  files: Files,
  { folder, type }: { folder: string; type: string },
): void {
  mount(api, op, { description: 'The file.', type, schema: binary }, async (c, { params }) => {
    const bytes = await files.read(`${folder}/${params.name}`);
    if (!bytes) return c.notFound();
    return c.body(bytes, 200, {
      'Content-Type': type,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': kept,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'same-origin',
    });
  });
}

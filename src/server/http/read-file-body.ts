import { commonRefusals, Refusal } from '#shared/refusal.ts';

/** Reads an uploaded file's bytes, and stops as soon as there are more than the operation takes. */
export async function readFileBody(
  request: Request,
  { types, maxBytes }: { types: readonly string[]; maxBytes: number },
): Promise<Uint8Array> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(type)) throw new Refusal(commonRefusals.badInput);
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes)
    throw new Refusal(commonRefusals.tooLarge);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Refusal(commonRefusals.tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

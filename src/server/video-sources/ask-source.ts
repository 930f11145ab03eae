import { SourceError, type SourceFault } from './source-error.ts';

/** How long one answer may take, in milliseconds, and how long it may be, in bytes. */
export type Patience = { milliseconds: number; bytes: number };

/**
 * Reads the text at an address of a source, all of it within the patience there is. Redirects are not followed: the
 * addresses asked are the sources' own, and nothing they answer may lead us elsewhere.
 * @throws SourceError for anything but a whole answer with status 200
 */
export async function askSource(
  address: URL,
  { milliseconds, bytes }: Patience,
  headers: Record<string, string> = {},
): Promise<string> {
  const signal = AbortSignal.timeout(milliseconds);
  try {
    const answer = await fetch(address, { headers, signal, redirect: 'manual' });
    if (answer.status === 200) return await readWithin(answer, bytes);
    await answer.body?.cancel();
    throw new SourceError(faultOf(answer.status));
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(signal.aborted ? 'slow' : 'unreachable');
  }
}

function faultOf(status: number): SourceFault {
  if (status === 404) return 'not-found';
  if (status === 403 || status === 429) return 'quota';
  return status >= 500 ? 'unreachable' : 'refused';
}

async function readWithin(answer: Response, bytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    // Leaving the loop lets go of the rest.
    if (length > bytes) throw new SourceError('too-large');
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

import { SourceError, type SourceFault } from './source-error.ts';

/** Limits on the time and size of one answer. */
export type FetchLimits = { timeoutMs: number; maxBytes: number };

/**
 * Reads the text at an address of a video source within the limits. It does not follow redirects, so a source cannot
 * lead the server to another address (SSRF).
 * @throws SourceError for anything but a complete answer with status 200
 */
export async function fetchFromSource(
  address: URL,
  { timeoutMs, maxBytes }: FetchLimits,
  headers: Record<string, string> = {},
): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(address, { headers, signal, redirect: 'manual' });
    if (answer.status === 200) return await readWithin(answer, maxBytes);
    // The JSON of an API says more about an error than the status; a page for people does not.
    const saysMore = answer.headers.get('content-type')?.startsWith('application/json');
    const text = saysMore ? await readWithin(answer, maxBytes) : '';
    if (!saysMore) await answer.body?.cancel();
    throw new SourceError(faultOf(answer.status), answer.status, text);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(signal.aborted ? 'slow' : 'unreachable');
  }
}

/**
 * Where an address redirects to; null when it does not, or does not say so in time. The redirect is not followed
 * (SSRF).
 */
export async function readRedirect(address: URL, { timeoutMs }: FetchLimits): Promise<string | null> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
    await answer.body?.cancel();
    return answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
  } catch {
    return null;
  }
}

function faultOf(status: number): SourceFault {
  if (status === 404) return 'not-found';
  if (status === 403 || status === 429) return 'quota';
  return status >= 500 ? 'unreachable' : 'refused';
}

async function readWithin(answer: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    // Leaving the loop cancels the rest.
    if (length > maxBytes) throw new SourceError('too-large');
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

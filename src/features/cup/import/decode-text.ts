import { Refusal } from '#shared/refusal.ts';
import { emptyFile, notCsv } from '../contract.ts';

/**
 * Decodes a file to text with `\n` line ends and without byte order mark. Spreadsheets write UTF-8, UTF-16 or
 * Windows-1252 and rarely say which. The byte order mark decides, then the positions of zero bytes, then whether the
 * bytes are valid UTF-8.
 * @throws Refusal emptyFile, or notCsv for a binary file such as a workbook or a picture
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new Refusal(emptyFile);
  const text = decode(bytes)
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n');
  if (text.includes('\0')) throw new Refusal(notCsv);
  if (text.trim() === '') throw new Refusal(emptyFile);
  return text;
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const unmarked = utf16WithoutMark(bytes);
  if (unmarked) return new TextDecoder(unmarked).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const sampleSize = 2000;

/** In UTF-16 each Latin letter of a header has a zero byte: after it (little-endian) or before it (big-endian). */
function utf16WithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, sampleSize);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) {
    if (byte === 0) zeros[index % 2]! += 1;
  }
  const [even = 0, odd = 0] = zeros;
  const most = sample.length / 4;
  if (odd > most && even === 0) return 'utf-16le';
  if (even > most && odd === 0) return 'utf-16be';
  return null;
}

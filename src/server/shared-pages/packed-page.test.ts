import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PackedPage } from './packed-page.ts';

const long = { items: Array.from({ length: 200 }, (_, n) => ({ n, title: 'Clase de conversación' })) };
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('PackedPage', () => {
  it('holds the JSON of its value in UTF-8, and null for no value', () => {
    expect(text(new PackedPage({ name: 'Ñandú' }).bytes)).toBe('{"name":"Ñandú"}');
    expect(text(new PackedPage(undefined).bytes)).toBe('null');
  });

  it('compresses with the best encoding that the browser takes, and makes each once', async () => {
    const page = new PackedPage(long);
    const br = await page.inEncoding('gzip, deflate, br, zstd');
    expect(br.encoding).toBe('br');
    expect(text(brotliDecompressSync(br.body))).toBe(JSON.stringify(long));
    expect((await page.inEncoding('br')).body).toBe(br.body);
    const zipped = await page.inEncoding('gzip');
    expect(zipped.encoding).toBe('gzip');
    expect(text(gunzipSync(zipped.body))).toBe(JSON.stringify(long));
  });

  it.each(['', 'identity', 'br;q=0, gzip; q=0.0', 'brotli'])(
    'sends its bytes as they are to a browser that takes %j',
    async (accepted) => {
      const page = new PackedPage(long);
      expect(await page.inEncoding(accepted)).toEqual({ body: page.bytes, encoding: null });
    },
  );

  it('sends a page that fits one packet as it is', async () => {
    expect((await new PackedPage({ items: [] }).inEncoding('br')).encoding).toBeNull();
  });

  it('is named by its own tag among several, and by no other page’s', () => {
    const page = new PackedPage(long);
    expect(page.isNamedBy(`"other", ${page.etag}`)).toBe(true);
    expect(page.isNamedBy(new PackedPage({ items: [1] }).etag)).toBe(false);
    expect(page.isNamedBy('')).toBe(false);
  });
});

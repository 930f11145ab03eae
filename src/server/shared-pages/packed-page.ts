import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compress = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes),
};
type Encoding = keyof typeof compress;

/** A shorter page gains nothing: it fits one packet as it is. */
const shortestToCompress = 1024;

/** A page as the bytes of its JSON. Each compressed form is made once, off the event loop, when a browser first takes it. */
export class PackedPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Weak, because the same page goes out in several encodings. */
  readonly etag: string;
  readonly #compressed = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(value: unknown) {
    this.bytes = new TextEncoder().encode(JSON.stringify(value ?? null));
    this.etag = `W/"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`;
  }

  /** The smallest form that the browser takes; `acceptEncoding` is its header. */
  async inEncoding(
    acceptEncoding: string,
  ): Promise<{ body: Uint8Array<ArrayBuffer>; encoding: Encoding | null }> {
    const encoding = this.bytes.length < shortestToCompress ? null : chooseEncoding(acceptEncoding);
    if (!encoding) return { body: this.bytes, encoding };
    let made = this.#compressed.get(encoding);
    if (!made) {
      made = compress[encoding](this.bytes).then((packed) => new Uint8Array(packed));
      this.#compressed.set(encoding, made);
    }
    return { body: await made, encoding };
  }

  /** Whether `ifNoneMatch`, the header of a conditional request, names this page. */
  isNamedBy(ifNoneMatch: string): boolean {
    return ifNoneMatch.split(',').some((tag) => tag.trim() === this.etag);
  }
}

function chooseEncoding(accepted: string): Encoding | null {
  const takes = (name: Encoding) =>
    accepted.split(',').some((part) => {
      const [coding = '', ...options] = part.toLowerCase().split(';');
      return coding.trim() === name && !options.some((option) => /^\s*q=0(\.0*)?\s*$/.test(option));
    });
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null;
}

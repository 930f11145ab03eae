import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** From 1, quick, to 9, small: both libraries count so. */
type Effort = number;

const compress = {
  br: (bytes: Uint8Array, effort: Effort) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: effort } }),
  gzip: (bytes: Uint8Array, effort: Effort) => promisify(gzip)(bytes, { level: effort }),
};
export type Encoding = keyof typeof compress;
export type Packed = { body: Uint8Array<ArrayBuffer>; encoding: Encoding | null };

/** A shorter page gains nothing: it fits one packet as it is. */
const shortestToCompress = 1024;

/**
 * A page as the bytes of its JSON. Each compressed form is made once, off the event loop, when a browser first takes
 * it.
 */
export class PackedPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #compressed = new Map<Encoding, Promise<Packed>>();
  readonly #made = new Map<Encoding, Packed>();
  readonly #effort: Effort;
  #etag: string | null = null;

  constructor(value: unknown, effort: Effort = 5) {
    this.#effort = effort;
    this.bytes = new TextEncoder().encode(JSON.stringify(value ?? null));
  }

  /** Weak, because the same page goes out in several encodings. */
  get etag(): string {
    this.#etag ??= `W/"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`;
    return this.#etag;
  }

  /** The smallest form that the browser takes; `acceptEncoding` is its header. */
  async inEncoding(acceptEncoding: string): Promise<Packed> {
    const encoding = this.#encodingFor(acceptEncoding);
    if (!encoding) return { body: this.bytes, encoding };
    let made = this.#compressed.get(encoding);
    if (!made) {
      made = compress[encoding](this.bytes, this.#effort).then((packed) => ({
        body: new Uint8Array(packed),
        encoding,
      }));
      this.#compressed.set(encoding, made);
      void made.then((packed) => this.#made.set(encoding, packed));
    }
    return made;
  }

  /** The page in an encoding that the browser accepts; null while that form is not made yet. */
  inEncodingNow(acceptEncoding: string): Packed | null {
    const encoding = this.#encodingFor(acceptEncoding);
    return encoding ? (this.#made.get(encoding) ?? null) : { body: this.bytes, encoding };
  }

  /** Whether `ifNoneMatch`, the header of a conditional request, names this page. */
  isNamedBy(ifNoneMatch: string): boolean {
    return ifNoneMatch !== '' && ifNoneMatch.split(',').some((tag) => tag.trim() === this.etag);
  }

  #encodingFor(acceptEncoding: string): Encoding | null {
    return this.bytes.length < shortestToCompress ? null : chooseEncoding(acceptEncoding);
  }
}

/** The smallest encoding that a browser takes, by its header; null for none. */
export function chooseEncoding(accepted: string): Encoding | null {
  const takes = (name: Encoding) =>
    accepted.split(',').some((part) => {
      const [coding = '', ...options] = part.toLowerCase().split(';');
      return coding.trim() === name && !options.some((option) => /^\s*q=0(\.0*)?\s*$/.test(option));
    });
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null;
}

const longest = 300;
/** Stands for the product's own: what leads away from it leads away from the product too. */
const origin = 'https://sumi.invalid';

/**
 * A page of this product to lead a person back to, as a path with its query, given by a browser or an address: null for
 * everything that a browser could read as an address of another site. Browsers take `//`, `/\` and what becomes one of
 * them without tabs and line ends, or by `/..`, for the beginning of a host.
 */
export function ownPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longest || !/^\/[^\\\p{Cc}]*$/u.test(value)) return null;
  const url = parseUrl(value);
  if (url?.origin !== origin || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

function parseUrl(path: string): URL | null {
  try {
    return new URL(path, origin);
  } catch {
    return null;
  }
}

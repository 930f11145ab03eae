import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';

/**
 * Over TLS, every answer tells a browser to come back over TLS alone. Every answer, because a browser may load a
 * picture of this server without having opened a page of it.
 */
const tlsOnly = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

/** Headers of every API answer: it is never rendered as a page. */
const ofEveryAnswer = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Headers of the API answers that do not set their own: they are stored by no cache. */
const unlessSet = {
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

/** All of them, for an answer that is not made by the application. */
export function apiHeaders(overTls: boolean): Record<string, string> {
  return { ...(overTls && tlsOnly), ...ofEveryAnswer, ...unlessSet };
}

/**
 * Sets them on the headers of the finished response: `c.header()` would make a new response around the body for each of
 * them.
 */
export const secureApi: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  for (const [name, value] of Object.entries(ofEveryAnswer)) headers.set(name, value);
  for (const [name, value] of Object.entries(unlessSet)) if (!headers.has(name)) headers.set(name, value);
};

/** For every answer, files and not-found ones included: a browser may not guess another type than the declared one. */
export const neverSniffed: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set('X-Content-Type-Options', 'nosniff');
};

export const stayOnTls: MiddlewareHandler = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(tlsOnly)) c.res.headers.set(name, value);
};

const embeds =
  'https://www.youtube-nocookie.com https://www.youtube.com https://www.tiktok.com https://www.instagram.com';
const thumbnails = 'https://i.ytimg.com https://*.tiktokcdn.com https://*.cdninstagram.com';

/** Where browsers report what the policy of a page has stopped. */
export const policyReports = '/api/security-report';

/**
 * The policy of a page. The only inline scripts that run are those the build wrote into that page, known
 * by their hashes; styles may be inline because component styles are set on elements.
 */
export function pagePolicy(html: string): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
  );
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${thumbnails}`,
    "font-src 'self'",
    "media-src 'self' blob:",
    "connect-src 'self'",
    `frame-src ${embeds}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${policyReports}`,
  ].join('; ');
}

/** Headers every page carries beside its policy. */
export function pageHeaders(html: string): Record<string, string> {
  return {
    'Content-Security-Policy': pagePolicy(html),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

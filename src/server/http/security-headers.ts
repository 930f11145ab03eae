import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';

/** On every answer of the API: nothing of it is a page, and nothing of it is kept by anyone on the way. */
export const secureApi: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'same-origin');
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'private, no-store');
  if (!c.res.headers.has('Content-Security-Policy')) {
    c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  }
};

const embeds =
  'https://www.youtube-nocookie.com https://www.youtube.com https://www.tiktok.com https://www.instagram.com';
const thumbnails = 'https://i.ytimg.com https://*.tiktokcdn.com https://*.cdninstagram.com';

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
  ].join('; ');
}

/** Headers every page carries beside its policy. */
export function pageHeaders(html: string, overTls: boolean): Record<string, string> {
  return {
    'Content-Security-Policy': pagePolicy(html),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(overTls && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
}

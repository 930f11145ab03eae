import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renewOwnFeed } from '#features/calendar/contract.ts';
import { answerOf } from '../testing/answers/answer-of.ts';
import { newSite, type Site } from '../testing/listen.ts';

/** What an answer tells browsers and caches, for each kind of answer: one that forgets a header is seen here. */

let site: Site;
let cookie: string;
/** A script of the application, and a person's calendar. */
const made = { asset: '', feed: '' };
beforeAll(async () => {
  site = await newSite();
  const admin = await site.person({ role: 'admin' });
  cookie = admin.cookie;
  const html = await (await fetch(`${site.url}/auth`)).text();
  made.asset = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? '';
  const feed = await site.request(admin, 'POST', '/api/calendar/feed', {});
  made.feed = (await answerOf(feed, renewOwnFeed)).path ?? '';
});
afterAll(() => site.close());

const checkedHeaders = [
  'cache-control',
  'content-disposition',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
];

async function headersOf(path: string) {
  const answer = await fetch(`${site.url}${path}`, { redirect: 'manual', headers: { cookie } });
  await answer.body?.cancel();
  const headers = checkedHeaders.flatMap((name) => {
    const value = answer.headers.get(name);
    // A page's own scripts are named by their hashes.
    return value === null ? [] : [[name, value.replaceAll(/ 'sha256-[^']+'/g, '')]];
  });
  return { status: answer.status, ...Object.fromEntries(headers) };
}

const nosniff = { 'x-content-type-options': 'nosniff' };
const page = {
  status: 200,
  ...nosniff,
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https://i.ytimg.com https://*.tiktokcdn.com https://*.cdninstagram.com",
    "font-src 'self'",
    "media-src 'self' blob:",
    "connect-src 'self'",
    'frame-src https://www.youtube-nocookie.com https://www.youtube.com https://www.tiktok.com https://www.instagram.com',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    'report-uri /api/security-report',
  ].join('; '),
  'content-type': 'text/html; charset=UTF-8',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
};
const api = {
  status: 200,
  ...nosniff,
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
};
const { 'content-type': _, ...withoutContent } = api;

describe('the headers of', () => {
  it.each<[kind: string, path: () => string, headers: object]>([
    ['the landing page', () => '/', page],
    ['a prerendered page', () => '/auth', page],
    ['a page of the application', () => '/feed', page],
    [
      'an asset',
      () => made.asset,
      {
        status: 200,
        ...nosniff,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
      },
    ],
    [
      'a video',
      () => '/media/clips/ar-salam.mp4',
      { status: 200, ...nosniff, 'cache-control': 'public, max-age=86400', 'content-type': 'video/mp4' },
    ],
    [
      'captions',
      () => '/media/clips/ar-salam.vtt',
      {
        status: 200,
        ...nosniff,
        'cache-control': 'public, max-age=86400',
        'content-type': 'text/vtt; charset=UTF-8',
      },
    ],
    [
      'the worker',
      () => '/worker.js',
      {
        status: 200,
        ...nosniff,
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
        'content-type': 'text/javascript; charset=utf-8',
      },
    ],
    [
      'a file at the root',
      () => '/favicon.svg',
      { status: 200, ...nosniff, 'content-type': 'image/svg+xml; charset=utf-8' },
    ],
    [
      'a picture that is not there',
      () => '/no.png',
      { status: 404, ...nosniff, 'content-type': 'application/json' },
    ],
    ['the health check', () => '/healthz', { status: 200, ...nosniff, 'content-type': 'application/json' }],
    ['JSON', () => '/api/accounts/me', api],
    ['a page that readers share', () => '/api/landing', { ...api, 'cache-control': 'private, no-cache' }],
    [
      'a spreadsheet',
      () => '/api/payments/owed.csv',
      {
        ...api,
        'content-disposition': expect.stringMatching(/^attachment; filename="[\w-]+[.]csv"$/),
        'content-type': 'text/csv; charset=utf-8',
      },
    ],
    [
      'a calendar',
      () => made.feed,
      {
        ...api,
        'cache-control': 'private, no-cache',
        'content-disposition': 'inline; filename="sumi.ics"',
        'content-type': 'text/calendar; charset=utf-8',
      },
    ],
    [
      'a stream',
      () => '/api/events/public',
      { ...api, 'cache-control': 'no-cache', 'content-type': 'text/event-stream' },
    ],
    ['a refusal', () => '/api/classes/x', { ...api, status: 400 }],
    ['an operation that does not exist', () => '/api/nowhere', { ...api, status: 404 }],
    [
      'a redirect',
      () => '/api/auth/callback/google',
      { ...withoutContent, status: 302, 'cache-control': 'no-store' },
    ],
  ])('%s are all that are meant for it', async (_kind, path, headers) => {
    expect(await headersOf(path())).toEqual(headers);
  });
});

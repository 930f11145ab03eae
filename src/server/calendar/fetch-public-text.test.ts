import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CalendarError } from './calendar.ts';
import { fetchPublicText } from './fetch-public-text.ts';
import { isPublicAddress } from './public-address.ts';

/*
 * These tests guarantee: reading an external calendar reaches public addresses only, whatever its name resolves to,
 * resolves to later (DNS rebinding) or redirects to; size and time are limited; and no error quotes the address.
 */

let server: http.Server;
let port: number;
let answer: http.RequestListener;
let asked: string[];
beforeEach(async () => {
  asked = [];
  server = http.createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/**
 * Host names that begin with `inside` resolve to a private address, all others to this machine, which counts as public.
 */
const internet = {
  resolve: async (hostname: string) => [
    { address: hostname.startsWith('inside') ? '10.0.0.7' : '127.0.0.1', family: 4 },
  ],
  mayReach: (address: string) => address === '127.0.0.1',
};
const url = (path = '/secreto.ics', host = 'calendar.test') => `http://${host}:${port}${path}`;

async function failureOf(promise: Promise<unknown>): Promise<CalendarError> {
  const error = (await promise.then(
    () => new Error('it did not fail'),
    (thrown) => thrown,
  )) as CalendarError;
  expect(error.name).toBe('CalendarError');
  expect(error.message).not.toContain('secreto');
  return error;
}

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '192.167.1.1', '100.63.0.1', '2606:4700::1111'])(
    'accepts %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '2001:0:1::',
    '2001:db8::1',
    '',
    'localhost',
    '127.1',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

it('fetchPublicText reads a text and sends the host name', async () => {
  answer = (_, response) => response.end('BEGIN:VCALENDAR – año');
  expect(await fetchPublicText(url(), internet)).toBe('BEGIN:VCALENDAR – año');
  expect(asked).toEqual([`calendar.test:${port} /secreto.ics`]);
});

describe('fetchPublicText, for an address that is not public,', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'http://[::1]:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://localhost:PORT/',
  ])('sends no request: %s', async (address) => {
    const failure = await failureOf(fetchPublicText(address.replace('PORT', String(port))));
    expect(failure.temporary).toBe(false);
    expect(asked).toEqual([]);
  });

  it('sends no request when a host name resolves to it, also as one of several', async () => {
    await failureOf(fetchPublicText(url('/', 'inside.test'), internet));
    const both = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '192.168.1.1', family: 4 },
    ];
    await failureOf(fetchPublicText(url(), { ...internet, resolve: both }));
    await failureOf(fetchPublicText(url(), { ...internet, resolve: async () => [] }));
    expect(asked).toEqual([]);
  });

  it('does not follow a redirect to it', async () => {
    answer = (_, response) => response.writeHead(302, { location: url('/', 'inside.test') }).end();
    expect((await failureOf(fetchPublicText(url(), internet))).temporary).toBe(false);
    expect(asked).toHaveLength(1);
  });

  it('cannot be led to it by DNS rebinding', async () => {
    let times = 0;
    const rebinding = async () => {
      times++;
      return [{ address: times === 1 ? '127.0.0.1' : '10.0.0.7', family: 4 }];
    };
    answer = (_, response) => response.end('lo que se revisó');
    expect(await fetchPublicText(url(), { ...internet, resolve: rebinding })).toBe('lo que se revisó');
    expect(times).toBe(1);
  });
});

describe('fetchPublicText, for redirects,', () => {
  it('follows three and resolves each host name again', async () => {
    answer = ({ url: path }, response) => {
      const left = Number(path?.slice(1));
      if (left > 0) response.writeHead(301, { location: url(`/${left - 1}`, `step${left}.test`) }).end();
      else response.end('llegó');
    };
    expect(await fetchPublicText(url('/3'), internet)).toBe('llegó');
    expect(asked).toHaveLength(4);
    expect((await failureOf(fetchPublicText(url('/4'), internet))).temporary).toBe(false);
  });

  it.each(['ftp://calendar.test/', 'file:///etc/passwd', 'javascript:alert(1)', 'http://'])(
    'does not follow one to %s',
    async (to) => {
      answer = (_, response) => response.writeHead(302, { location: to }).end();
      await failureOf(fetchPublicText(url(), internet));
    },
  );
});

describe('fetchPublicText', () => {
  it('reads two million bytes at most, whatever size the answer declares', async () => {
    answer = (_, response) => {
      for (let sent = 0; sent < 21; sent++) response.write('x'.repeat(100_000));
      response.end();
    };
    expect((await failureOf(fetchPublicText(url(), internet))).temporary).toBe(false);
    answer = (_, response) => response.end('x'.repeat(2_000_000));
    expect(await fetchPublicText(url(), internet)).toHaveLength(2_000_000);
  });

  it('refuses a compressed answer', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
    expect((await failureOf(fetchPublicText(url(), internet))).temporary).toBe(false);
  });

  it.each<[string, http.RequestListener]>([
    ['that never begins', () => {}],
    ['that never ends', (_, response) => void response.write('BEGIN')],
  ])('gives up an answer %s at its time limit', async (_, listener) => {
    answer = listener;
    const failure = await failureOf(fetchPublicText(url(), { ...internet, timeoutMs: 300 }));
    expect(failure.temporary).toBe(true);
  });

  it('gives up name resolution at its time limit', async () => {
    const never = () => new Promise<never>(() => {});
    const failure = await failureOf(fetchPublicText(url(), { ...internet, resolve: never, timeoutMs: 300 }));
    expect(failure.temporary).toBe(true);
  });
});

it.each([
  [404, false],
  [403, false],
  [500, true],
  [429, true],
  [304, false],
])('fetchPublicText fails for status %i, temporary: %s', async (status, temporary) => {
  answer = (_, response) => response.writeHead(status, { 'retry-after': '60' }).end();
  const failure = await failureOf(fetchPublicText(url(), internet));
  expect(failure).toMatchObject({ temporary, retryAfterMs: 60_000 });
});

it('fetchPublicText reports a connection that is cut off as a temporary failure', async () => {
  answer = (_, response) => {
    response.write('BEGIN');
    setTimeout(() => response.destroy(), 50);
  };
  expect((await failureOf(fetchPublicText(url(), internet))).temporary).toBe(true);
});

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launchChromium, openContext, type Viewing } from './chromium.ts';

const markup = `<!doctype html><html lang="es"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>Mañana</title><h1>¿Qué tal?</h1>`;

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(markup);
});
let browser: Browser;
let baseURL: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
}, 60_000);

afterAll(async () => {
  await browser.close();
  server.close();
});

async function onPage<Result>(viewing: Viewing, use: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await openContext(browser, viewing);
  return use(await context.newPage()).finally(() => context.close());
}

test('a page served on this machine is shown and photographed', async () => {
  await onPage({ baseURL }, async (page) => {
    await page.goto('/');
    expect(await page.title()).toBe('Mañana');
    const png = await page.screenshot();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1280, 800]);
  });
});

test('a phone has its width, a touch screen and the colours, motion, language and zone asked for', async () => {
  const phone = { width: 390, height: 844, colorScheme: 'dark', reducedMotion: 'reduce' } as const;
  const place = { locale: 'es-CO', timezoneId: 'America/Bogota' };
  await onPage({ baseURL, ...phone, ...place }, async (page) => {
    await page.goto('/');
    expect(await page.evaluate(look)).toEqual({
      size: [390, 844],
      touch: true,
      dark: true,
      still: true,
      place: ['es-CO', 'America/Bogota'],
    });
    await page.goto('data:text/html,<p>A page that forgets its viewport');
    expect((await page.evaluate(look)).size[0]).toBe(980); // Laid out wide and shrunk, as phones do.
  });
});

test('a desk has a mouse, light colours, and stands in Mexico', async () => {
  await onPage({ baseURL }, async (page) => {
    await page.goto('/');
    expect(await page.evaluate(look)).toEqual({
      size: [1280, 800],
      touch: false,
      dark: false,
      still: false,
      place: ['es-MX', 'America/Mexico_City'],
    });
  });
});

test('each letter of Spanish and Portuguese has a shape of its own', async () => {
  const letters = [...'áéíóúüñÁÉÍÓÚÜÑãõçâêô¿¡«»“”—…€'];
  const shapes = await onPage({ baseURL }, async (page) => {
    await page.goto('/');
    return page.evaluate(draw, ['\u{10FFFD}', ' ', ...letters]);
  });
  const [unknown, blank, ...drawn] = shapes;
  expect(drawn.filter((shape) => shape === unknown || shape === blank)).toEqual([]);
  expect(new Set(drawn).size).toBe(letters.length);
});

test.for(['vp8', 'vp9'])('a WebM clip in %s is recorded and plays', async (codec) => {
  await onPage({ baseURL }, async (page) => {
    await page.goto('/');
    const clip = await page.evaluate(recordAndPlay, `video/webm;codecs=${codec}`);
    expect(clip.width).toBe(64);
    expect(clip.played).toBeGreaterThan(0.1);
  });
});

test('nothing but this machine is ever looked up', async () => {
  const elsewhere = ['http://example.org/', baseURL.replace('127.0.0.1', '127.0.0.2')];
  await onPage({}, async (page) => {
    for (const address of elsewhere) {
      await expect(page.goto(address)).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
    }
  });
});

test('a CHROMIUM that is not there is refused in one line', async () => {
  vi.stubEnv('CHROMIUM', '/nowhere/chrome');
  await expect(launchChromium()).rejects.toThrow(/^CHROMIUM names \/nowhere\/chrome, .*$/);
  vi.unstubAllEnvs();
});

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'processes that start at once on a new installation each get a whole browser',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'sumi-chromium-test-'));
    try {
      await installInto(home);
      const { CHROMIUM: _, ...env } = process.env;
      const start = () => promisify(execFile)(process.execPath, [join(home, 'start.ts')], { env });
      const whole = { status: 'fulfilled', value: { stdout: 'hola' } };
      expect(await Promise.allSettled([start(), start()])).toMatchObject([whole, whole]);
      expect(await readdir(join(home, 'node_modules/.cache/sumi-chromium'))).toHaveLength(1);
    } finally {
      await rm(home, { recursive: true });
    }
  },
  180_000,
);

/** A project with nothing but this folder's launcher and a package that has never been unpacked. */
async function installInto(home: string): Promise<void> {
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
  await mkdir(join(home, 'node_modules/@sparticuz'), { recursive: true });
  await cp(join(modules, '@sparticuz/chromium'), join(home, 'node_modules/@sparticuz/chromium'), {
    recursive: true,
  });
  for (const name of ['playwright-core', 'tar-fs']) {
    await symlink(join(modules, name), join(home, 'node_modules', name));
  }
  await cp(fileURLToPath(new URL('chromium.ts', import.meta.url)), join(home, 'chromium.ts'));
  await writeFile(join(home, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(home, 'start.ts'),
    `import { launchChromium, openContext } from './chromium.ts';
    const browser = await launchChromium();
    const page = await (await openContext(browser)).newPage();
    process.stdout.write(await page.evaluate(() => 'hola'));
    await browser.close();`,
  );
}

// What follows runs inside the page.

function look() {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return {
    size: [innerWidth, innerHeight],
    touch: matchMedia('(pointer: coarse)').matches && navigator.maxTouchPoints > 0,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    place: [locale, timeZone],
  };
}

function draw(letters: string[]): string[] {
  return letters.map((letter) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 40;
    const pen = canvas.getContext('2d')!;
    pen.font = '30px sans-serif';
    pen.fillText(letter, 4, 30);
    return canvas.toDataURL();
  });
}

async function recordAndPlay(mimeType: string): Promise<{ width: number; played: number }> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext('2d')!;
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  recorder.start(100);
  // On a busy machine the encoder may have nothing yet after those.
  for (let frame = 0; frame < 15 || parts.every(({ size }) => size === 0); frame++) {
    pen.fillStyle = `hsl(${frame * 24} 80% 50%)`;
    pen.fillRect(0, 0, 64, 64);
    await new Promise((resolve) => setTimeout(resolve, 33));
  }
  recorder.stop();
  await stopped;
  const video = document.createElement('video');
  video.muted = true;
  video.src = URL.createObjectURL(new Blob(parts, { type: mimeType }));
  document.body.append(video);
  const ended = new Promise((resolve) => {
    video.onended = resolve;
  });
  await video.play();
  await ended;
  return { width: video.videoWidth, played: video.currentTime };
}

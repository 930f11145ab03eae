import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

const run = promisify(execFile);

/** An executable and what its process alone needs in its environment. */
type Binary = { path: string; env: Record<string, string> };

/**
 * Starts a headless Chromium; the caller closes it. The one that `CHROMIUM` names, else the one of the npm
 * package (Linux on x64: nothing else is needed on the machine), else one that is installed.
 *
 * Unless `internet` is true it reaches localhost and 127.0.0.1 only, so that a test does the same with a
 * network as without. The flags that keep Chromium itself quiet (no sync, no component update, …) are among
 * Playwright's own. On Ctrl+C Playwright closes the browser and ends the process; a script with more to put
 * away says `handleSIGINT: false`, and one that measures pages `optimizes: true`.
 *
 * @throws Error of one line when there is no Chromium to start.
 */
export async function launchChromium({
  internet = false,
  handleSIGINT = true,
  optimizes = false,
} = {}): Promise<Browser> {
  const binary = await findBinary();
  const args = ['--disable-gpu', '--disable-quic'];
  args.push('--font-render-hinting=none'); // The same widths of letters on every machine.
  // A page of a test lives for seconds: what V8 spends on optimizing its code is never earned back, an eighth of the
  // time.
  if (!optimizes) args.push('--js-flags=--no-maglev --no-turbofan');
  if (!internet) {
    args.push(
      '--no-proxy-server',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    );
  }
  const env = { ...process.env, ...binary.env };
  const start = (chromiumSandbox: boolean) =>
    chromium.launch({ executablePath: binary.path, env, chromiumSandbox, handleSIGINT, args });

  if (process.getuid?.() === 0) return start(false); // Chromium refuses to be root inside its sandbox.
  try {
    return await start(true);
  } catch (error) {
    // Containers and newer Ubuntus keep user namespaces, which the sandbox is made of, from ordinary users.
    if (error instanceof Error && /No usable sandbox|sandboxing failed/.test(error.message))
      return start(false);
    throw error;
  }
}

/** How a visitor looks at the site; the rest is Playwright's (`colorScheme`, `reducedMotion`, `baseURL`, …). */
export type Viewing = Omit<BrowserContextOptions, 'viewport' | 'isMobile' | 'hasTouch'> & {
  /** CSS pixels, 1280 x 800 unless told; a width under 600 is a phone with a touch screen. */
  width?: number;
  height?: number;
};

/** A fresh visitor with no cookies, in Mexico and in Spanish unless told otherwise. */
export function openContext(browser: Browser, viewing: Viewing = {}): Promise<BrowserContext> {
  const { width = 1280, height = 800, ...rest } = viewing;
  const phone = width < 600;
  return browser.newContext({
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    ...rest,
    viewport: { width, height },
    isMobile: phone,
    hasTouch: phone,
  });
}

async function findBinary(): Promise<Binary> {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM names ${named}, and there is no such file.`);
    return { path: named, env: {} };
  }
  const packaged = await packagedBinary();
  if (packaged) return packaged;
  const installed = usualPlaces().find((path) => existsSync(path));
  if (installed) return { path: installed, env: {} };
  const machine = `${process.platform} on ${process.arch}`;
  throw new Error(`No Chromium for ${machine}: install Chrome, or name one with CHROMIUM=/path/to/chrome.`);
}

function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    return apps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  }
  if (process.platform === 'win32') {
    const programs = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
    const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map(
      (name) => process.env[name] ?? '',
    );
    return programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  }
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
  return names.map((name) => `/usr/bin/${name}`);
}

/** The npm package's Chromium, or null where it is absent or made for another kind of machine. */
async function packagedBinary(): Promise<Binary | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  let entry: string;
  try {
    entry = import.meta.resolve('@sparticuz/chromium');
  } catch {
    return null; // Installed without the development packages.
  }
  const folder = await unpackOnce(entry);
  const path = join(folder, 'chromium');
  const env = { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  if (await librariesFound(path, env)) return { path, env };

  const inherited = process.env.LD_LIBRARY_PATH;
  const bundled = { ...env, LD_LIBRARY_PATH: `${folder}/al2023/lib${inherited ? `:${inherited}` : ''}` };
  return (await librariesFound(path, bundled)) ? { path, env: bundled } : null;
}

/** Asks the loader, as `ldd` does, without starting the program. Another C library's loader fails altogether. */
async function librariesFound(path: string, env: Record<string, string>): Promise<boolean> {
  try {
    const { stdout, stderr } = await run(path, {
      env: { ...process.env, ...env, LD_TRACE_LOADED_OBJECTS: '1' },
    });
    return !`${stdout}${stderr}`.includes('not found');
  } catch {
    return false;
  }
}

/** Run by a process of its own, because the package unpacks into its process's temporary folder. */
const unpackAll = `
  import { readdirSync } from 'node:fs';
  const [entry, bin] = process.argv.slice(1);
  const { inflate } = await import(entry);
  await Promise.all(readdirSync(bin).map((name) => inflate(bin + name)));
`;

/**
 * Text looks the same on every machine: the bundled Open Sans for every family that a page does not bring, and
 * the machine's own fonts, if any, only for letters that Open Sans lacks (Chinese, Arabic, emoji).
 */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <match target="pattern">
    <edit name="family" mode="append_last"><string>Open Sans</string></edit>
  </match>
</fontconfig>
`;

/**
 * The folder with the package's Chromium, libraries and fonts (about 205 MB, 1.5 s the first time). Complete as
 * soon as it is there: it is filled under another name, so that processes that start at once do no harm.
 */
async function unpackOnce(entry: string): Promise<string> {
  const root = fileURLToPath(new URL('../../', entry));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const cache = join(root, '../../.cache/sumi-chromium');
  const folder = join(cache, version);
  if (existsSync(folder)) return folder;

  await mkdir(cache, { recursive: true });
  const filling = await mkdtemp(`${folder}-`);
  try {
    const script = ['--input-type=module', '--eval', unpackAll, entry, join(root, 'bin/')];
    await run(process.execPath, script, { env: { ...process.env, TMPDIR: filling } });
    await writeFile(join(filling, 'fonts.conf'), fontsConf);
    for (const path of [filling, join(filling, 'chromium')]) await chmod(path, 0o755); // Root's is for all users.
    await rename(filling, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error; // Else another process was first, and its copy is as good.
  } finally {
    await rm(filling, { recursive: true, force: true });
  }
  return folder;
}

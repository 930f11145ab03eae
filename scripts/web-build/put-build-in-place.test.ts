import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { putBuildInPlace } from './put-build-in-place.ts';

/** A folder of builds; each names its files, and `index.html` says which build it is of. */
function newBuilds() {
  const build = mkdtempSync(path.join(tmpdir(), 'sumi-builds-'));
  onTestFinished(() => rmSync(build, { recursive: true }));
  return {
    put(name: string, files: readonly string[]) {
      const next = path.join(build, 'next');
      for (const file of ['client/index.html', 'process/main.js', ...files]) {
        mkdirSync(path.dirname(path.join(next, file)), { recursive: true });
        writeFileSync(path.join(next, file), name);
      }
      putBuildInPlace(next, build);
    },
    shown: () => readFileSync(path.join(build, 'client/index.html'), 'utf8'),
    filesIn: (folder: string) => readdirSync(path.join(build, folder)).sort(),
  };
}

it('putBuildInPlace keeps files named after their content for one build more, and no others', () => {
  const { put, shown, filesIn } = newBuilds();
  put('one', [
    'client/assets/page-1.js',
    'process/late-1.js',
    'landing/assets/style-1.css',
    'client/old.txt',
  ]);
  put('two', ['client/assets/page-2.js', 'process/late-2.js', 'landing/assets/style-2.css']);
  expect(shown()).toBe('two');
  expect(filesIn('client/assets')).toEqual(['page-1.js', 'page-2.js']);
  expect(filesIn('process')).toEqual(['late-1.js', 'late-2.js', 'main.js']);
  // The server looks for the one stylesheet of the landing page there.
  expect(filesIn('landing/assets')).toEqual(['style-2.css']);
  expect(filesIn('client')).toEqual(['assets', 'index.html']);
  put('three', ['client/assets/page-2.js', 'process/late-3.js', 'landing/assets/style-2.css']);
  expect(filesIn('client/assets')).toEqual(['page-2.js']);
  expect(filesIn('process')).toEqual(['late-2.js', 'late-3.js', 'main.js']);
  expect(filesIn('')).toEqual(['client', 'files.json', 'landing', 'process']);
});

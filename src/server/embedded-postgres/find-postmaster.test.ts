import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeFolder } from '../../testing/postgres/embedded-database.ts';
import { findPostmaster } from './find-postmaster.ts';

it.each([
  { program: 'postgres.exe', found: true },
  { program: 'node.exe', found: false },
])('on Windows the process of a pid file counts as the database where it is a $program: $found', (named) => {
  const data = makeFolder();
  writeFileSync(
    path.join(data, 'postmaster.pid'),
    `${process.pid}\n${data}\n0\n5432\n\n127.0.0.1\n0\nready\n`,
  );
  // Answers as the program of Windows does.
  const programs = makeFolder();
  const answer = `"${named.program}","${process.pid}","Console","1","10,000 K"`;
  writeFileSync(path.join(programs, 'tasklist'), `#!/bin/sh\necho '${answer}'\n`, { mode: 0o700 });
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
  const { platform } = process;
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }));
  Object.defineProperty(process, 'platform', { value: 'win32' });
  expect(findPostmaster(data) !== null).toBe(named.found);
});

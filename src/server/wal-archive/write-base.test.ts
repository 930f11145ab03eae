import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '../../testing/postgres/embedded-database.ts';
import { basesFolder } from './archive-line.ts';
import { writeBase } from './write-base.ts';

/** PostgreSQL, as far as a base backup asks it. */
const client = {
  query: async () => ({ rows: [{ lsn: '0/1000000', label: '', at: new Date() }] }),
  end: async () => {},
} as unknown as pg.Client;

it('writeBase rejects when it is stopped at any moment, leaves no folder, and throws nothing outside of it', async () => {
  const data = makeFolder();
  await mkdir(path.join(data, 'global'));
  await writeFile(path.join(data, 'global/pg_control'), randomBytes(8192));
  for (let file = 0; file < 40; file++)
    await writeFile(path.join(data, String(file)), randomBytes(1_500_000));
  const line = {
    id: 'line',
    begunAt: new Date(),
    folder: makeFolder(),
    timeline: 1,
    segmentBytes: 16n,
    firstSegment: 0n,
  };
  await mkdir(basesFolder(line));
  const thrown: Error[] = [];
  const note = (error: Error) => void thrown.push(error);
  process.on('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  for (let round = 0; round < 60; round++) {
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), round * 4);
    const parts = { data, dataDir: data, secret: '', extras: [] };
    await expect(writeBase(client, line, parts, stopping.signal)).rejects.toThrow();
  }
  expect(await readdir(basesFolder(line))).toEqual([]);
  expect(thrown).toEqual([]);
}, 60_000);

import { openSync } from 'node:fs';
import http from 'node:http';
import pg from 'pg';

/**
 * Faults that a siege has to find, so that one that finds nothing means something. Each is put into a server process
 * (`npm run siege -- --broken NAME`); what it takes out of the database stands in `unguards`.
 */
export const breakages = {
  'early-answer': 'answers before the commit',
  'lazy-commit': 'the database acknowledges commits that are not on disk',
  'no-waiting': 'acknowledges writes that its standby does not have',
  'no-transactions': 'each statement is committed by itself',
  'no-locks': 'rows are not locked, and the database lets a class have more students than seats',
  'false-success': 'answers 200 where it should say 503',
  'no-retry-after': 'a 503 does not say when to come back',
  'bare-500': 'a database that is away is answered as a fault',
  'deaf-streams': 'the server does not hear that rights changed',
  'leaking-files': 'requests leave files open',
} as const;
export type Breakage = keyof typeof breakages;

/** SQL for the database of a broken product. */
export const unguards: Partial<Record<Breakage, string>> = {
  'no-locks': 'alter table classes drop constraint seats_fit',
};

/** Settings for the database of a broken product. */
export const lazySettings: Partial<Record<Breakage, Record<string, string>>> = {
  'lazy-commit': { synchronous_commit: 'off', wal_writer_delay: '10s' },
};

/** Breaks this process, before the product is loaded into it. */
export async function breakProduct(breakage: Breakage): Promise<void> {
  if (breakage === 'early-answer') answerBeforeCommit();
  if (breakage === 'no-transactions') {
    changeStatements((text) => (/^(begin|commit|rollback)$/.test(text) ? 'select 1' : text));
  }
  if (breakage === 'no-locks') {
    changeStatements((text) => text.replaceAll(/ for (no key )?update( skip locked)?/g, ''));
  }
  if (breakage === 'deaf-streams') {
    const { Streams } = await import('#server/realtime/streams.ts');
    Streams.prototype.closeOf = () => {};
  }
  if (breakage === 'false-success') changeAnswers((status) => (status === 503 ? 200 : status));
  if (breakage === 'bare-500') changeAnswers((status) => (status === 503 ? 500 : status));
  if (breakage === 'no-retry-after') {
    changeAnswers((status, headers) => {
      for (const name of Object.keys(headers)) if (/^retry-after$/i.test(name)) delete headers[name];
      return status;
    });
  }
  if (breakage === 'leaking-files') leaveFilesOpen();
}

type Query = (...given: unknown[]) => unknown;
const prototype = pg.Client.prototype as unknown as { query: Query };

function changeStatements(change: (text: string) => string): void {
  const ask = prototype.query;
  prototype.query = function query(first, ...rest) {
    if (typeof first === 'string') return ask.call(this, change(first), ...rest);
    const config = first as { text?: string } | null;
    if (typeof config?.text !== 'string') return ask.call(this, first, ...rest);
    const text = change(config.text);
    // A connection may have prepared the statement as it was, under its name.
    return ask.call(this, text === config.text ? first : { ...config, text, name: undefined }, ...rest);
  };
}

function answerBeforeCommit(): void {
  const ask = prototype.query;
  prototype.query = function query(first, ...rest) {
    if (first !== 'commit') return ask.call(this, first, ...rest);
    setTimeout(() => ask.call(this, 'commit', () => {}), 300);
    return Promise.resolve({ command: 'COMMIT', rowCount: null, rows: [] });
  };
}

type Headers = Record<string, unknown>;

function changeAnswers(change: (status: number, headers: Headers) => number): void {
  const response = http.ServerResponse.prototype;
  const write = response.writeHead as (status: number, ...rest: unknown[]) => http.ServerResponse;
  response.writeHead = function writeHead(this: http.ServerResponse, status: number, ...rest: unknown[]) {
    return write.call(this, change(status, (rest.at(-1) ?? {}) as Headers), ...rest);
  } as typeof response.writeHead;
}

function leaveFilesOpen(): void {
  const emit = http.Server.prototype.emit as (event: string, ...given: unknown[]) => boolean;
  http.Server.prototype.emit = function (this: http.Server, event: string, ...given: unknown[]) {
    if (event === 'request') openSync('/dev/null', 'r');
    return emit.call(this, event, ...given);
  } as typeof emit;
}

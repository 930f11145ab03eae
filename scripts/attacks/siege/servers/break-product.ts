import { openSync } from 'node:fs';
import http from 'node:http';
import type { Breakage } from './broken-products.ts';
import { withClass } from './find-in-build.ts';

/** Breaks this process, before the product is loaded into it. */
export function breakProduct(breakage: Breakage): void {
  if (breakage === 'early-answer') answerBeforeCommit();
  if (breakage === 'no-transactions') {
    // What was begun before still ends. Without its commit it would keep its locks, and the connection stay in it.
    changeStatements((text) => (text === 'begin' ? 'select 1' : text));
  }
  if (breakage === 'no-locks') {
    changeStatements((text) => text.replaceAll(/ for (no key )?update( skip locked)?/g, ''));
  }
  if (breakage === 'deaf-streams') {
    withClass('Streams', (Streams) => {
      Streams.prototype.closeOf = () => {};
    });
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

function changeStatements(change: (text: string) => string): void {
  withClass('Client', ({ prototype }) => {
    const ask = prototype.query;
    prototype.query = function query(first, ...rest) {
      if (typeof first === 'string') return ask.call(this, change(first), ...rest);
      const config = first as { text?: string } | null;
      if (typeof config?.text !== 'string') return ask.call(this, first, ...rest);
      const text = change(config.text);
      // A connection may have prepared the statement as it was, under its name.
      return ask.call(this, text === config.text ? first : { ...config, text, name: undefined }, ...rest);
    };
  });
}

function answerBeforeCommit(): void {
  withClass('Client', ({ prototype }) => {
    const ask = prototype.query;
    prototype.query = function query(first, ...rest) {
      if (first !== 'commit') return ask.call(this, first, ...rest);
      setTimeout(() => ask.call(this, 'commit', () => {}), 300);
      return Promise.resolve({ command: 'COMMIT', rowCount: null, rows: [] });
    };
  });
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

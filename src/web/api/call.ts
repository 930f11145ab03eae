import type { AnswerOf, AnyOperation, InputOf } from '#shared/operation.ts';
import { parseJson } from '#shared/parse-json.ts';
import { commonRefusals, type RefusalAnswer } from '#shared/refusal.ts';
import { findKeptAnswer, saveAnswer, silence } from '../offline/kept-answers.ts';
import { addressOf } from './address-of.ts';
import { CallError, isUnanswered } from './call-error.ts';

/** Options of a call beside the operation's input. */
export type CallOptions = {
  /** For operations marked idempotent: the server carries out one key once, however often it is sent. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** The bytes of an operation that takes a file. */
  file?: Blob;
  /** The request goes on when the page is left before it is answered. */
  keepalive?: boolean;
};

const timeoutMs = 20_000;

/** What carries a request to the server. */
let carry: (address: string, request: RequestInit) => Promise<Response> = (address, request) =>
  fetch(address, request);

/** Has every call go through `other`: the server, which prerenders pages, asks itself. */
export function askThrough(other: typeof carry): void {
  carry = other;
}

/**
 * Asks the server for an operation of some feature's contract, and answers what it answered:
 * `await call(enrolInClass, { params: { id } })`.
 * @throws CallError when the server refuses, fails, takes longer than 20 s or cannot be reached.
 */
export async function call<Op extends AnyOperation>(
  operation: Op,
  input?: InputOf<Op>,
  options: CallOptions = {},
): Promise<AnswerOf<Op>> {
  return send(...requestFor(operation, input, options)) as Promise<AnswerOf<Op>>;
}

/**
 * Asks for an operation that answers a file, and answers its bytes once they are all here.
 * @throws CallError as `call` does, when that takes longer than five minutes.
 */
export async function downloadFile<Op extends AnyOperation>(
  operation: Op,
  input?: InputOf<Op>,
): Promise<Blob> {
  return ask(...requestFor(operation, input, {}), 300_000, (response) => response.blob());
}

function requestFor(
  operation: AnyOperation,
  input: unknown,
  options: CallOptions,
): [address: string, request: RequestInit] {
  const { params, query, body } = (input ?? {}) as Parts;
  const headers = new Headers({ accept: 'application/json' });
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  if (options.file) headers.set('content-type', options.file.type);
  else if (body !== undefined) headers.set('content-type', 'application/json');
  const request = {
    method: operation.method.toUpperCase(),
    headers,
    body: options.file ?? (body === undefined ? null : JSON.stringify(body)),
    signal: options.signal ?? null,
    keepalive: options.keepalive ?? false,
  };
  return [addressOf(operation.path, params, query), request];
}

type Parts = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/**
 * Sends one request of ours and reads the answer's JSON, or throws the CallError that it stands for. What was read
 * before is read again while the server is silent or cannot be reached, where the browser keeps it.
 */
export async function send(address: string, request: RequestInit): Promise<unknown> {
  const reads = request.method === 'GET';
  const asked = ask(address, request, timeoutMs, async (response) => {
    const text = await response.text();
    if (reads) saveAnswer(address, response, text);
    return parseJson(text);
  });
  if (!reads) return asked;
  try {
    return await Promise.race([asked, silence()]);
  } catch (error) {
    const kept = isUnanswered(error) && (await findKeptAnswer(address, asked));
    return kept ? parseJson(kept) : asked;
  }
}

async function ask<T>(
  address: string,
  request: RequestInit,
  timeoutMs: number,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const tooLong = AbortSignal.timeout(timeoutMs);
  const signal = request.signal ? firstOf(request.signal, tooLong) : tooLong;
  let response: Response;
  let text: string;
  try {
    response = await carry(address, { ...request, signal, credentials: 'same-origin' });
    if (response.ok) return await read(response);
    text = await response.text();
  } catch (error) {
    // A caller that aborted gets its own reason back, as from fetch.
    if (request.signal?.aborted) throw error;
    const code = tooLong.aborted ? 'slow' : 'offline';
    throw new CallError({ status: 0, code });
  }
  throw refused(response, parseJson(text));
}

/** Aborts as the first of the signals does; browsers that Sumi supports are older than `AbortSignal.any`. */
function firstOf(...signals: AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: either.signal });
  }
  return either.signal;
}

function refused(response: Response, answer: unknown): CallError {
  const { code, message, detail, requestId } = (answer ?? {}) as Partial<RefusalAnswer>;
  const { status } = response;
  if (code) return new CallError({ status, code, message, detail, requestId });
  // A proxy may have answered in place of the server, with its own page: the status tells enough.
  const general = Object.values(commonRefusals).find((kind) => kind.status === status);
  return new CallError({ status, code: (general ?? commonRefusals.broken).code });
}

import type { RefusalDetail } from '#shared/refusal.ts';

/**
 * Why a call failed. `status` and `code` are the server's, or 0 and `offline` when it
 * could not be reached (`slow` when it took too long): then nothing is known of what it did.
 */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: RefusalDetail | undefined;
  readonly requestId: string | undefined;

  constructor(answer: {
    status: number;
    code: string;
    /** What the server said, in Spanish: for a code that the screens have no text for. */
    message?: string | undefined;
    detail?: RefusalDetail | undefined;
    requestId?: string | undefined;
  }) {
    super(answer.message ?? answer.code);
    this.status = answer.status;
    this.code = answer.code;
    this.detail = answer.detail;
    this.requestId = answer.requestId;
  }
}

/** Whether asking again may go well: the server was not reached, failed, or was asked too often. */
export function mayPass(error: unknown): boolean {
  return error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Whether the server was not reached, or a proxy answered in its place. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof CallError && [0, 502, 503, 504].includes(error.status);
}

/** Narrows a caught error to a refusal with this code: `isRefusal(error, 'coins/too-few')`. */
export function isRefusal(error: unknown, code: string): error is CallError {
  return error instanceof CallError && error.code === code;
}

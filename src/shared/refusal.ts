/**
 * An expected error: a rule refuses what a person asked for, and the person reads why in their own language. Any other
 * error is a bug. `code` is `feature/reason`; `detail` holds the values that the text needs (how many coins are
 * missing), never anything about other people.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly detail: RefusalDetail | undefined;

  constructor(kind: RefusalKind, detail?: RefusalDetail) {
    super(kind.code);
    this.code = kind.code;
    this.status = kind.status;
    this.detail = detail;
  }
}

export type RefusalDetail = Record<string, string | number | readonly string[]>;

/**
 * Declared once in a feature's contract: its code and HTTP status. Its texts stand in the catalogues beside the
 * screens, one a language: `coins/too-few` is `refusals.coins.too-few` in the texts of coins.
 */
export type RefusalKind = { readonly code: string; readonly status: number };

/** Throws the refusal that a rule answered; does nothing where it answered none. */
export function refuse(kind: RefusalKind | null | undefined): void {
  if (kind) throw new Refusal(kind);
}

/** The answer to every refused or failed request. */
export type RefusalAnswer = { code: string; message: string; requestId: string; detail?: RefusalDetail };

/** The refusals that any operation may answer. */
export const commonRefusals = {
  signInFirst: { code: 'accounts/sign-in-first', status: 401 },
  notAllowed: { code: 'accounts/not-allowed', status: 403 },
  /** An administrator leaves to another one what is their own. */
  ownMatter: { code: 'accounts/own-matter', status: 403 },
  notFound: { code: 'http/not-found', status: 404 },
  badInput: { code: 'http/bad-input', status: 400 },
  foreignOrigin: { code: 'http/foreign-origin', status: 403 },
  tooLarge: { code: 'http/too-large', status: 413 },
  tooMany: { code: 'http/too-many', status: 429 },
  busy: { code: 'http/busy', status: 503 },
  broken: { code: 'http/broken', status: 500 },
} as const satisfies Record<string, RefusalKind>;

/**
 * A refusal is a rule saying no: expected, named, and shown to the person in their own language.
 * Anything else that is thrown is a bug. `code` is `feature/reason`; `detail` carries only what the
 * text needs (how many coins are missing), never anything about other people.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly detail: RefusalDetail | undefined;

  constructor(kind: RefusalKind, detail?: RefusalDetail) {
    super(kind.message);
    this.code = kind.code;
    this.status = kind.status;
    this.detail = detail;
  }
}

export type RefusalDetail = Record<string, string | number | readonly string[]>;

/** Declared once in a feature's contract: its code, HTTP status and default (Spanish) text. */
export type RefusalKind = { readonly code: string; readonly status: number; readonly message: string };

/** What every refused or failed request answers. */
export type RefusalAnswer = { code: string; message: string; requestId: string; detail?: RefusalDetail };

/** The refusals any operation may give, whatever its feature. */
export const commonRefusals = {
  signInFirst: { code: 'accounts/sign-in-first', status: 401, message: 'Inicia sesión para continuar.' },
  notAllowed: { code: 'accounts/not-allowed', status: 403, message: 'No tienes permiso para hacer esto.' },
  notFound: { code: 'http/not-found', status: 404, message: 'No encontramos lo que buscas.' },
  badInput: { code: 'http/bad-input', status: 400, message: 'Hay datos que no podemos leer. Revísalos.' },
  foreignOrigin: { code: 'http/foreign-origin', status: 403, message: 'La petición viene de otro sitio.' },
  tooLarge: { code: 'http/too-large', status: 413, message: 'Lo que envías es demasiado grande.' },
  tooMany: { code: 'http/too-many', status: 429, message: 'Demasiados intentos. Espera un momento.' },
  busy: { code: 'http/busy', status: 503, message: 'Estamos un poco ocupados. Intenta en unos segundos.' },
  broken: { code: 'http/broken', status: 500, message: 'Algo falló de nuestro lado. Intenta de nuevo.' },
} as const satisfies Record<string, RefusalKind>;

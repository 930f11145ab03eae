import type { ProviderId } from '../rules.ts';

/** A service that people may sign in with, by OpenID Connect. */
export type ProviderSettings = {
  id: ProviderId;
  /** What its button says. */
  name: string;
  /** Its address; the rest is read from `/.well-known/openid-configuration` below it. */
  issuer: string;
  clientId: string;
  /** A provider such as Apple wants a signed token in place of a fixed secret: it is made for each use. */
  clientSecret: () => string | Promise<string>;
  /** The provider sends the browser back with a form that is posted, not with an address. */
  formPost?: true;
  /** How long it may take to answer. */
  timeoutMs?: number;
};

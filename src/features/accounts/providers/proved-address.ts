/** What a provider's signed token says about a person. */
export type IdentityClaims = Readonly<Record<string, unknown>>;

/**
 * The address that a provider vouches for, or null. Only an explicit word counts: directories of companies (Microsoft's
 * among them) let an administrator write any address into an account, and a
 * community that trusted it would hand out the accounts of strangers.
 */
export function provedAddress(claims: IdentityClaims): string | null {
  const { email, email_verified, xms_edov, verified_primary_email } = claims;
  if (typeof email !== 'string' || email.length > 254 || !/^\S+@\S+$/.test(email)) return null;
  const says = (word: unknown) => word === true || word === 1 || word === 'true' || word === '1';
  const listed = Array.isArray(verified_primary_email) && verified_primary_email.includes(email);
  // Where Microsoft says both, `xms_edov` is about the owner of the domain and decides.
  const proved = xms_edov === undefined ? says(email_verified) || listed : says(xms_edov);
  return proved ? email.toLowerCase() : null;
}

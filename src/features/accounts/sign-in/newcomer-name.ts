/** The part of an e-mail address before the @: the name of a person who has not given one. */
export function nameInAddress(email: string): string {
  return email.trim().toLowerCase().split('@')[0]?.slice(0, 80) ?? '';
}

/** The name of a sign-up as it was sent, or the one in its address where it is missing or empty. */
export function newcomerName({ name, email }: { name?: unknown; email?: unknown }): unknown {
  const isMissing = name === undefined || name === null || (typeof name === 'string' && name.trim() === '');
  return isMissing && typeof email === 'string' ? nameInAddress(email) : name;
}

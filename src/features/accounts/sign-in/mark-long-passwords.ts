import { adminPasswordMinLength } from '../rules.ts';

type Hasher = {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
};

/** `has_short_password` in migrations/0002-accounts.sql looks for it. */
const mark = 'long:';

/**
 * Writes before a hash that its password is long enough for an administrator: a hash does not tell, and the person may
 * get that role later. A reader of the database learns no more of the length than this.
 */
export function markLongPasswords({ hash, verify }: Hasher): Hasher {
  return {
    async hash(password) {
      const made = await hash(password);
      return password.length < adminPasswordMinLength ? made : mark + made;
    },
    verify: ({ hash: stored, password }) =>
      verify({ hash: stored.startsWith(mark) ? stored.slice(mark.length) : stored, password }),
  };
}

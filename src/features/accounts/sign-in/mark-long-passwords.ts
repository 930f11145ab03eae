import { adminPasswordMinLength, asHashed, passwordMinLengthFor } from '../rules.ts';

type Hasher = {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
};

/** Such as `long12:`; `has_short_password` in migrations/0002-accounts.sql reads it. */
const mark = /^long\d+:/;

/**
 * Writes before a hash that its password is long enough for an administrator. The person may get that role later, and
 * the hash does not tell. `floor` is the fewest characters of any password in this community. A reader of the database
 * learns nothing else of the length.
 */
export function markLongPasswords({ hash, verify }: Hasher, floor: number): Hasher {
  const needed = [passwordMinLengthFor({ role: 'admin' }, floor), adminPasswordMinLength];
  return {
    async hash(password) {
      const made = await hash(password);
      const reached = needed.find((length) => asHashed(password).length >= length);
      return reached === undefined ? made : `long${reached}:${made}`;
    },
    verify: ({ hash: stored, password }) => verify({ hash: stored.replace(mark, ''), password }),
  };
}

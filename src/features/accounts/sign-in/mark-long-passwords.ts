import { adminPasswordMinLength, asHashed, passwordMinLengthFor } from '../rules.ts';

type Hasher = {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
};

/** Such as `long12:`; `has_short_password` in migrations/0002-accounts.sql reads it. */
const mark = /^long\d+:/;

/**
 * Writes before a hash that its password has the characters that an administrator needs in this community, whose own
 * fewest are `floor`: a hash does not tell, and the person may get that role later. A reader of the database learns no
 * more of the length than this.
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

import { createSemaphore, type Semaphore } from '#server/limits/semaphore.ts';

export type PasswordChecks = {
  throughSemaphore: Semaphore;
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
};

type Hasher = Omit<PasswordChecks, 'throughSemaphore'>;

/**
 * Hashes and checks passwords. Hashing keeps a core busy on purpose, so all of it passes one semaphore: many sign-ins
 * at once must not slow every other request down.
 */
export function createPasswordChecks(authentication: {
  $context: Promise<{ password: Hasher }>;
}): PasswordChecks {
  const throughSemaphore = createSemaphore({ atOnce: 2, waiting: 40 });
  return {
    throughSemaphore,
    async hash(password) {
      const { password: hasher } = await authentication.$context;
      return throughSemaphore(() => hasher.hash(password));
    },
    async verify(given) {
      const { password: hasher } = await authentication.$context;
      return throughSemaphore(() => hasher.verify(given));
    },
  };
}

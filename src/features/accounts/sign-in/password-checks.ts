import { createGate, type Gate } from '#server/limits/gate.ts';

export type PasswordChecks = {
  throughGate: Gate;
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
};

type Hasher = Omit<PasswordChecks, 'throughGate'>;

/**
 * Hashes and checks passwords. Hashing keeps a core busy on purpose, so all of it passes one gate: many sign-ins at
 * once must not slow every other request down.
 */
export function createPasswordChecks(authentication: {
  $context: Promise<{ password: Hasher }>;
}): PasswordChecks {
  const throughGate = createGate({ atOnce: 2, waiting: 40 });
  return {
    throughGate,
    async hash(password) {
      const { password: hasher } = await authentication.$context;
      return throughGate(() => hasher.hash(password));
    },
    async verify(given) {
      const { password: hasher } = await authentication.$context;
      return throughGate(() => hasher.verify(given));
    },
  };
}
